'use client';
import { useState } from 'react';
import { Button } from '../../../primitives/button';
import { FigureFrame } from '../figure-frame';
import { allStatuses, movesFrom, type PaymentStatus, statuses } from './moves';

/** Where each state stands, in three columns and three rows: the moves of `processing` go to its neighbours. */
const places: Readonly<Record<PaymentStatus, { readonly column: 0 | 1 | 2; readonly row: 0 | 1 | 2 }>> = {
  processing: { column: 0, row: 1 },
  in_doubt: { column: 0, row: 2 },
  captured: { column: 1, row: 0 },
  declined: { column: 1, row: 1 },
  not_made: { column: 1, row: 2 },
  partially_refunded: { column: 2, row: 0 },
  refunded: { column: 2, row: 1 },
  captured_late: { column: 2, row: 2 },
};

const columns = ['col-start-1', 'col-start-2', 'col-start-3'] as const;
const rows = ['row-start-1', 'row-start-2', 'row-start-3'] as const;

const middle = (place: number): string => `${((place + 0.5) / 3) * 100}%`;

export function PaymentStatesFigure() {
  const [path, setPath] = useState<readonly PaymentStatus[]>(['processing']);
  const present = path.at(-1) ?? 'processing';
  const moves = movesFrom(present);
  return (
    <FigureFrame
      title="The states of a payment"
      hint="Only a state that may follow can be pressed. The moves are those of the shop’s own table."
    >
      <div className="relative">
        <svg aria-hidden="true" width="100%" height="100%" className="absolute inset-0">
          {moves
            .filter((to) => to !== present)
            .map((to) => (
              <line
                key={to}
                x1={middle(places[present].column)}
                y1={middle(places[present].row)}
                x2={middle(places[to].column)}
                y2={middle(places[to].row)}
                className="stroke-focus stroke-[4px]"
              />
            ))}
        </svg>
        <div className="relative grid grid-cols-3 gap-x-4 gap-y-6 sm:gap-x-20">
          {allStatuses.map((status) => (
            <button
              key={status}
              type="button"
              aria-disabled={!moves.includes(status)}
              aria-current={status === present ? 'step' : undefined}
              onClick={() => {
                if (moves.includes(status)) setPath([...path, status]);
              }}
              className={`${columns[places[status].column]} ${rows[places[status].row]} min-h-16 rounded-xl border-2 border-line bg-surface px-1 py-2 text-sm leading-tight font-semibold text-muted aria-disabled:cursor-default aria-[current=step]:border-focus aria-[current=step]:bg-sunken aria-[current=step]:text-text aria-[disabled=false]:border-focus aria-[disabled=false]:text-text sm:text-base`}
            >
              {status.replaceAll('_', ' ')}
            </button>
          ))}
        </div>
      </div>
      <p aria-live="polite" className="min-h-24 sm:min-h-14">
        <strong>{present.replaceAll('_', ' ')}.</strong> {statuses[present]}{' '}
        {moves.length === 0 && 'Nothing follows.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="secondary"
          size="small"
          isBusy={path.length < 2}
          onClick={() => setPath(path.slice(0, Math.max(1, path.length - 1)))}
        >
          Back
        </Button>
        <Button
          look="secondary"
          size="small"
          isBusy={path.length < 2}
          onClick={() => setPath(['processing'])}
        >
          Begin again
        </Button>
        <span className="min-w-0 text-base text-muted" data-testid="path">
          {path.map((status) => status.replaceAll('_', ' ')).join(' → ')}
        </span>
      </div>
    </FigureFrame>
  );
}
