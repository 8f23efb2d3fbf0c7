'use client';
import { useDeferredValue, useMemo, useState } from 'react';
import { payButton } from '@/retry';
import { Button } from '../../../primitives/button';
import { Choice, SeedField, Slider, Tick } from '../controls';
import { FigureFrame } from '../figure-frame';
import { breakages } from '../outage';
import { count, seconds } from '../words';
import { binMs, type Histogram, histograms, type Storm, shownSeed, stormOfTheShop } from './histogram';

/** @param drawn the histograms of the shop's own preset, so that the page needs not compute them before anybody asks */
export function BackOffFigure({ drawn }: { readonly drawn: readonly Histogram[] }) {
  const [changed, setChanged] = useState<Storm | null>(null);
  const [isSameScale, setIsSameScale] = useState(true);
  const storm = changed ?? stormOfTheShop(shownSeed);
  const late = useDeferredValue(changed);
  const shown = useMemo(() => (late === null ? drawn : histograms(late)), [late, drawn]);
  const change = (part: Partial<Storm>): void => setChanged({ ...storm, ...part });
  const changePolicy = (part: Partial<Storm['policy']>): void =>
    change({ policy: { ...storm.policy, ...part } });
  const highest = Math.max(...shown.map(({ bins }) => Math.max(...bins)));
  const { policy, seed, failsBy, failsForMs } = storm;

  return (
    <FigureFrame
      title="When 1,000 clients come back"
      hint="All failed in the same instant. Each bar counts the repeats that arrive within 100 ms."
    >
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Slider
          label="Base"
          value={policy.baseMs}
          min={100}
          max={4_000}
          step={100}
          say={seconds}
          onChange={(baseMs) => changePolicy({ baseMs })}
        />
        <Slider
          label="Cap"
          value={policy.capMs}
          min={500}
          max={20_000}
          step={500}
          say={seconds}
          onChange={(capMs) => changePolicy({ capMs })}
        />
        <Slider
          label="Attempts"
          value={policy.maxAttempts}
          min={2}
          max={8}
          say={count}
          onChange={(maxAttempts) => changePolicy({ maxAttempts })}
        />
        <Slider
          label="The server is down for"
          value={failsForMs}
          min={500}
          max={60_000}
          step={500}
          say={seconds}
          onChange={(ms) => change({ failsForMs: ms })}
        />
        <Choice
          label="What the server says meanwhile"
          options={breakages}
          value={failsBy}
          onChoose={(chosen) => change({ failsBy: chosen })}
        />
        <SeedField seed={seed} onChange={(chosen) => change({ seed: chosen })} />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Tick isOn={isSameScale} onChange={setIsSameScale}>
          All on one scale
        </Tick>
        <Button look="secondary" size="small" isBusy={changed === null} onClick={() => setChanged(null)}>
          The shop’s own preset
        </Button>
        <span className="text-base text-muted">
          {changed === null
            ? `Now: ${payButton.name}, ${payButton.jitter} jitter in the shop`
            : `The shop: base ${seconds(payButton.baseMs)}, cap ${seconds(payButton.capMs)}, ${payButton.maxAttempts} attempts`}
        </span>
      </div>
      <div className="grid gap-5" data-testid="histograms">
        {shown.map((histogram) => (
          <Bars
            key={histogram.jitter}
            histogram={histogram}
            highest={isSameScale ? highest : Math.max(...histogram.bins)}
          />
        ))}
      </div>
      <HistogramTable shown={shown} />
    </FigureFrame>
  );
}

function Bars({ histogram, highest }: { readonly histogram: Histogram; readonly highest: number }) {
  const { jitter, bins, busiest, requests, answered } = histogram;
  const height = 84;
  const path = bins
    .map((bin, index) =>
      bin === 0
        ? ''
        : `M${index} ${height}v-${Math.max(1, (bin / highest) * height).toFixed(2)}h1V${height}z`,
    )
    .join('');
  return (
    <div data-jitter={jitter} data-bins={bins.join(',')}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-base">
        <strong>{jitter === 'none' ? 'no jitter' : `${jitter} jitter`}</strong>
        <span className="tabular-nums">
          busiest 100 ms: <strong>{count(busiest)}</strong>
        </span>
      </p>
      <svg
        aria-hidden="true"
        width="100%"
        height={height}
        viewBox={`0 0 ${bins.length} ${height}`}
        preserveAspectRatio="none"
        className="mt-1 block rounded-md bg-sunken"
      >
        <path
          d={path}
          className={jitter === payButton.jitter ? 'fill-tangerine' : 'fill-violet'}
          shapeRendering="crispEdges"
        />
      </svg>
      <p className="flex justify-between text-sm text-muted tabular-nums">
        <span>0 s</span>
        <span>
          {count(requests)} requests, {count(answered)} answered
        </span>
        <span>{seconds(bins.length * binMs)}</span>
      </p>
    </div>
  );
}

/** The same as text: repeats in each second. */
function HistogramTable({ shown }: { readonly shown: readonly Histogram[] }) {
  const perSecond = 1_000 / binMs;
  const secondsShown = Math.ceil((shown[0]?.bins.length ?? 0) / perSecond);
  return (
    <details>
      <summary className="w-fit rounded-sm py-2 font-semibold">The same as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label="Repeats in each second" tabIndex={0} className="max-h-96 overflow-auto rounded-lg">
        <table className="w-full text-left text-base tabular-nums [&_td]:px-2 [&_th]:px-2">
          <thead>
            <tr>
              <th scope="col">second</th>
              {shown.map(({ jitter }) => (
                <th key={jitter} scope="col">
                  {jitter}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: secondsShown }, (_, second) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a second is its number.
              <tr key={second}>
                <th scope="row" className="font-normal">
                  {second}
                </th>
                {shown.map(({ jitter, bins }) => (
                  <td key={jitter}>
                    {bins
                      .slice(second * perSecond, (second + 1) * perSecond)
                      .reduce((sum, bin) => sum + bin, 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
