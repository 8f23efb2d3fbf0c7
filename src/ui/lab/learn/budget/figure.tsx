'use client';
import { useDeferredValue, useMemo, useState } from 'react';
import { retryLimits } from '@/retry';
import { SeedField, Slider } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { count, seconds } from '../words';
import { calls, type Spending, spendingOf } from './spending';

export function BudgetFigure() {
  const [failsForMs, setFailsForMs] = useState(10_000);
  const [percent, setPercent] = useState(Math.round(retryLimits.ratio * 100));
  const [floorPerMinute, setFloorPerMinute] = useState(retryLimits.floorPerMinute);
  const [seed, setSeed] = useState('doubletap');
  const asked = useMemo(
    () => ({ failsForMs, seed, limits: { ratio: percent / 100, floorPerMinute } }),
    [failsForMs, seed, percent, floorPerMinute],
  );
  const late = useDeferredValue(asked);
  const { without, within } = useMemo(
    () => ({
      without: spendingOf(late.failsForMs, null, late.seed),
      within: spendingOf(late.failsForMs, late.limits, late.seed),
    }),
    [late],
  );
  const highest = Math.max(
    ...[...without.perSecond, ...within.perSecond].map((at) => at.originals + at.repeats),
  );
  return (
    <FigureFrame
      title="A budget for repeats"
      hint="One process makes 1,000 reads within ten seconds. Its server fails from the beginning."
    >
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Slider
          label="The server is down for"
          value={failsForMs}
          min={0}
          max={10_000}
          step={500}
          say={seconds}
          onChange={setFailsForMs}
        />
        <Slider
          label="Repeats among the requests"
          value={percent}
          min={0}
          max={100}
          say={(value) => `${value} %`}
          onChange={setPercent}
        />
        <Slider
          label="Free repeats a minute"
          value={floorPerMinute}
          min={0}
          max={200}
          step={10}
          say={count}
          onChange={setFloorPerMinute}
        />
        <SeedField seed={seed} onChange={setSeed} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Load title="without a budget" spending={without} highest={highest} />
        <Load title="with the budget" spending={within} highest={highest} />
      </div>
      <Verdict tone={within.requests > calls * 1.5 ? 'bad' : 'good'}>
        {count(calls)} calls become <strong>{count(without.requests)}</strong> requests without a budget and{' '}
        <strong>{count(within.requests)}</strong> with it: {times(without)} and {times(within)} the load.
      </Verdict>
    </FigureFrame>
  );
}

const times = ({ requests }: Spending): string => `${(requests / calls).toFixed(2)} times`;

function Load({
  title,
  spending,
  highest,
}: {
  readonly title: string;
  readonly spending: Spending;
  readonly highest: number;
}) {
  const { perSecond, requests } = spending;
  const height = 110;
  const bars = (
    from: (at: (typeof perSecond)[number]) => number,
    to: (at: (typeof perSecond)[number]) => number,
  ): string =>
    perSecond
      .map((at, second) => {
        const [bottom, top] = [(1 - from(at) / highest) * height, (1 - to(at) / highest) * height];
        return `M${second + 0.1} ${bottom.toFixed(2)}V${top.toFixed(2)}h0.8V${bottom.toFixed(2)}z`;
      })
      .join('');
  return (
    <div>
      <p className="text-base">
        <strong>{title}</strong>, requests in each second
      </p>
      <svg
        aria-hidden="true"
        width="100%"
        height={height}
        viewBox={`0 0 ${perSecond.length} ${height}`}
        preserveAspectRatio="none"
        className="mt-1 block rounded-md bg-sunken"
      >
        <path
          d={bars(
            () => 0,
            ({ originals }) => originals,
          )}
          className="fill-sky"
        />
        <path
          d={bars(
            ({ originals }) => originals,
            ({ originals, repeats }) => originals + repeats,
          )}
          className="fill-tangerine"
        />
      </svg>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted tabular-nums">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-sm bg-sky" /> originals {count(calls)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-sm bg-tangerine" /> repeats {count(requests - calls)}
        </span>
      </p>
    </div>
  );
}
