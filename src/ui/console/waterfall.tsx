'use client';

import { DataTable } from './data-table';
import type { Told } from './queries';
import { accentOf, StatusBadge } from './status-badge';
import { wordsOfDuration } from './time-words';
import { Moment } from './times';
import { scaleOf } from './waterfall-scale';

type Attempt = Told['key']['attempts'][number];

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** The attempts of a key, one below the other on one line of time. */
export function Waterfall({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { bars, ticks, spanMs, stepMs } = scaleOf(attempts);
  return (
    <DataTable
      testId="attempts"
      caption={`Attempts: ${attempts.length}`}
      empty="No attempt is recorded. They are kept as long as their key."
      rows={attempts}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Arrived', cell: ({ arrivedAt }) => <Moment at={arrivedAt} /> },
        { title: 'X-Attempt', isNumber: true, cell: ({ number }) => number },
        { title: 'Ending', cell: ({ ending }) => <StatusBadge state={ending} /> },
        {
          title: 'Took',
          isNumber: true,
          cell: ({ durationMs }) => (durationMs === null ? '–' : wordsOfDuration(durationMs)),
          className: 'whitespace-nowrap',
        },
        {
          title: 'Process',
          cell: ({ process }) => <span className="whitespace-nowrap">{process ?? '–'}</span>,
        },
        {
          title: `Over ${wordsOfDuration(spanMs)}, a line every ${wordsOfDuration(stepMs)}`,
          className: 'w-1/2 min-w-72',
          cell: ({ ending }, index) => {
            const bar = bars[index];
            return (
              <svg aria-hidden="true" data-accent={accentOf(ending)} className="block h-5 w-full">
                {ticks.map(({ at, ms }) => (
                  <line key={ms} x1={percent(at)} x2={percent(at)} y1="0" y2="100%" className="stroke-line" />
                ))}
                {bar && (
                  <rect
                    x={percent(bar.start)}
                    width={percent(bar.width)}
                    y="3"
                    height="14"
                    rx="3"
                    className="fill-[var(--accent)]"
                  />
                )}
              </svg>
            );
          },
        },
      ]}
    />
  );
}
