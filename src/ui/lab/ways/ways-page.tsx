'use client';

import { useMemo } from 'react';
import { Button } from '@/ui/primitives/button';
import { Notice } from '@/ui/primitives/notice';
import { CountersBoard } from '../live/counters-board';
import { lab } from '../live/lab-client';
import { type Row, rowsOf } from '../live/rows';
import { countersAt, runOf } from '../live/run';
import { SequenceDiagram } from '../live/sequence-diagram';
import { useRun } from '../live/use-run';
import { type RunEvent, type Way, type WayEvent, wayEventSchema, ways } from '../protocol';

const told: Readonly<Record<Way, { readonly title: string; readonly what: string }>> = {
  no_key: {
    title: 'A shop without keys',
    what: 'Every request that arrives is a purchase. The page tries again because it heard nothing, as pages do.',
  },
  new_key_each_attempt: {
    title: 'A new key for every attempt',
    what: 'The shop knows keys and the processor does, but the page makes a new one each time. To everybody behind it they are three purchases.',
  },
  doubletap: {
    title: 'Doubletap',
    what: 'The page makes the key when Pay is pressed, and keeps it. The second and the third attempt are answered with what the first one did.',
  },
};

const isOver = (events: readonly WayEvent[]): boolean =>
  ways.every((way) => events.some((told) => told.way === way && told.event.type === 'done'));

/** The same three attempts, whose answers are lost twice, against three ways to take them. */
export function WaysPage() {
  const { state, events, start } = useRun(wayEventSchema, isOver);
  const isRunning = state.kind === 'starting' || (state.kind === 'told' && !state.isOver);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-4">
        <Button isBusy={isRunning} onClick={() => !isRunning && void start(() => lab.startThreeWays(1))}>
          {isRunning ? 'Watch' : 'Press Pay three times over'}
        </Button>
        <p role="status" className="text-muted">
          {state.kind === 'starting' &&
            'The shop of the laboratory opens. The first time takes some seconds.'}
          {state.kind === 'told' && state.isOver && 'Charges are counted in the books of the processor.'}
        </p>
      </div>
      {state.kind === 'failed' && <Notice tone="danger" title={state.why} role="alert" />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-3">
        {ways.map((way) => (
          <WayColumn key={way} way={way} events={events} />
        ))}
      </div>
    </div>
  );
}

function WayColumn({ way, events }: { readonly way: Way; readonly events: readonly WayEvent[] }) {
  const mine = useMemo(
    () => events.filter((told) => told.way === way).map(({ event }): RunEvent => event),
    [events, way],
  );
  const run = useMemo(() => runOf(mine), [mine]);
  const rows = useMemo(() => rowsOf(run, 'transactions').filter(isBetweenPeople), [run]);
  const { title, what } = told[way];
  return (
    <section
      aria-labelledby={way}
      data-way={way}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <h2 id={way} className="text-2xl">
        {title}
      </h2>
      <p className="xl:min-h-24">{what}</p>
      <CountersBoard counters={countersAt(run, Infinity)} only={['attempts', 'charges']} />
      {run.done && !run.done.asExpected && <Notice tone="danger" title={run.done.failure} />}
      {rows.length > 0 && (
        <SequenceDiagram
          label={`What crosses: ${title}`}
          actors={run.actors}
          rows={rows}
          at={rows.length - 1}
        />
      )}
    </section>
  );
}

/** What the three have in common: shopper, shop and processor. What only one of them keeps in a database stays out. */
function isBetweenPeople({ drawn, messages }: Row): boolean {
  return (
    drawn.kind !== 'exchange' && messages.every(({ to, from }) => to !== 'postgres' && from !== 'processor')
  );
}
