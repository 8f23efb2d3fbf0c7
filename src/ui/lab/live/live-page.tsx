'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '@/ui/primitives/button';
import { Notice } from '@/ui/primitives/notice';
import { runEventSchema, type Scenario } from '../protocol';
import { lab } from './lab-client';
import { type RunSoFar, runOf } from './run';
import { ScenarioPicker } from './scenario-picker';
import { useChoice } from './use-choice';
import { type RunState, useRun } from './use-run';
import { Watched } from './watched';

/** Choose what goes wrong, press Pay, and watch what crosses the wires. */
export function LivePage() {
  const scenarios = useQuery({
    queryKey: ['lab', 'scenarios'],
    queryFn: ({ signal }) => lab.scenarios(signal),
    staleTime: Infinity,
  });
  const { choice, choose } = useChoice();
  const { state, events, start } = useRun(runEventSchema, (told) => told.some(({ type }) => type === 'done'));
  const run = useMemo(() => runOf(events), [events]);
  if (scenarios.isError) return <Notice tone="danger" title={scenarios.error.message} />;
  if (!scenarios.data) return <p className="text-muted">Opening the laboratory…</p>;
  const scenario = scenarios.data.find(({ id }) => id === choice.scenario) ?? scenarios.data[0];
  if (!scenario) return null;
  const isRunning = state.kind === 'starting' || (state.kind === 'told' && !state.isOver);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ScenarioPicker
        scenarios={scenarios.data}
        scenario={scenario}
        seed={choice.seed}
        onChoose={choose}
        pay={
          <Button
            isBusy={isRunning}
            onClick={() => !isRunning && void start(() => lab.start(scenario.id, choice.seed))}
          >
            {isRunning ? 'Watch' : 'Press Pay'}
          </Button>
        }
      />
      <Status state={state} run={run} scenario={scenario} />
      {run.actors.length > 0 && state.kind === 'told' && (
        <Watched key={state.path} run={run} path={state.path} isOver={state.isOver} />
      )}
    </div>
  );
}

function Status(status: { readonly state: RunState; readonly run: RunSoFar; readonly scenario: Scenario }) {
  const { state, run, scenario } = status;
  if (state.kind === 'failed') return <Notice tone="danger" title={state.why} role="alert" />;
  if (run.done) {
    return run.done.asExpected ? (
      <Notice tone="success" title="As promised." role="status">
        <p>{scenario.lesson}</p>
        <p className="text-muted">
          In the code: <code>{scenario.code}</code>
        </p>
      </Notice>
    ) : (
      <Notice tone="danger" title="Not as promised." role="status">
        <p>{run.done.failure}</p>
      </Notice>
    );
  }
  const last = run.steps.at(-1)?.text;
  return (
    <p role="status" className="min-h-6 text-muted">
      {state.kind === 'none' &&
        'Every process is real, and so is every message: a shop of its own, with two stores, a worker, a database and a card processor.'}
      {state.kind === 'starting' && 'The shop of the laboratory opens. The first time takes some seconds.'}
      {state.kind === 'told' &&
        (last ?? 'The shop of the laboratory opens. The first time takes some seconds.')}
    </p>
  );
}
