'use client';

import { useEffect, useMemo, useState } from 'react';
import { Arrivals } from './arrivals';
import { CountersBoard } from './counters-board';
import { MessagePanel } from './message-panel';
import { type Detail, rowsOf } from './rows';
import { countersAt, type RunSoFar } from './run';
import { RunLog } from './run-log';
import { SequenceDiagram } from './sequence-diagram';
import { Stepper } from './stepper';

interface Properties {
  readonly run: RunSoFar;
  readonly path: string;
  /** Nothing more will be told. */
  readonly isOver: boolean;
}

/** A run while it is told, and afterwards to step through. */
export function Watched({ run, path, isOver }: Properties) {
  const [detail, setDetail] = useState<Detail>('transactions');
  const rows = useMemo(() => rowsOf(run, detail), [run, detail]);
  /** The row that is looked at; null follows what is told. */
  const [chosen, setChosen] = useState<string | null>(null);
  const found = chosen === null ? -1 : rows.findIndex(({ id }) => id === chosen);
  const at = found === -1 ? rows.length - 1 : found;
  const goTo = (index: number): void => {
    const to = Math.min(Math.max(index, 0), rows.length - 1);
    setChosen(to === rows.length - 1 && !isOver ? null : (rows[to]?.id ?? null));
  };
  useArrowKeys(at, goTo);
  const row = rows[at];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {/* What was counted before the next thing happened. */}
      <CountersBoard counters={countersAt(run, rows[at + 1]?.at ?? Infinity)} />
      {run.arrivals && <Arrivals arrivals={run.arrivals} />}
      {run.messages.length > 0 && (
        <>
          <Stepper at={at} count={rows.length} row={row} detail={detail} onGo={goTo} onDetail={setDetail} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <SequenceDiagram
              label="What crosses the wires"
              actors={run.actors}
              rows={rows}
              at={at}
              onChoose={goTo}
            />
            <MessagePanel path={path} row={row} />
          </div>
        </>
      )}
      <RunLog rows={rows} at={at} onChoose={goTo} />
    </div>
  );
}

/** Left and right step, wherever on the page the focus is, but where they mean something else. */
function useArrowKeys(at: number, goTo: (index: number) => void): void {
  useEffect(() => {
    const listener = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): void => {
      const isTaken =
        target instanceof Element && target.closest('input, select, textarea, [role="radio"], [role="tab"]');
      if (isTaken || altKey || ctrlKey || metaKey) return;
      if (key === 'ArrowRight') goTo(at + 1);
      if (key === 'ArrowLeft') goTo(at - 1);
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  });
}
