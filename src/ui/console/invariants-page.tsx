'use client';

import { useQuery } from '@tanstack/react-query';
import { Notice } from '../primitives/notice';
import { DataTable } from './data-table';
import { Loaded } from './loaded';
import { auditsQuery, type Told } from './queries';
import { RunNow } from './run-now';
import { StatusBadge } from './status-badge';
import { Moment } from './times';

type Line = Told['audits'][number]['lines'][number];

/** What must hold, I1 to I12, and whether it did when it was looked at last. */
export function InvariantsPage() {
  const query = useQuery(auditsQuery);
  return (
    <>
      <h1 className="text-2xl">Invariants</h1>
      <RunNow queue="audit">Check now</RunNow>
      <Loaded query={query} what="the audits">
        {([last, ...earlier]) => (
          <>
            {last ? (
              <>
                <p>
                  Last checked <Moment at={last.startedAt} />
                </p>
                <DataTable
                  testId="invariants"
                  caption={last.isClean ? 'All invariants hold' : 'An invariant is broken'}
                  empty="The audit has no lines."
                  rows={last.lines}
                  rowKey={({ invariant }) => invariant}
                  columns={[
                    { title: 'Invariant', cell: ({ invariant }) => <strong>{invariant}</strong> },
                    { title: 'Is', cell: (line) => <StatusBadge state={stateOf(line)} /> },
                    { title: 'What must hold', cell: (line) => <What line={line} />, className: 'min-w-72' },
                    {
                      title: 'Looked at',
                      isNumber: true,
                      cell: ({ counted, unit }) => `${counted} ${unit}`,
                      className: 'whitespace-nowrap',
                    },
                  ]}
                />
              </>
            ) : (
              <Notice title="Nothing was checked yet.">
                <p>The worker checks every five minutes.</p>
              </Notice>
            )}
            {earlier.length > 0 && (
              <DataTable
                caption="Earlier"
                empty=""
                rows={earlier}
                rowKey={({ startedAt }) => startedAt}
                columns={[
                  { title: 'Checked', cell: ({ startedAt }) => <Moment at={startedAt} /> },
                  {
                    title: 'All of them',
                    cell: ({ isClean }) => <StatusBadge state={isClean ? 'holds' : 'broken'} />,
                  },
                  {
                    title: 'Broken',
                    cell: ({ lines }) =>
                      lines
                        .filter(({ brokenCount }) => brokenCount > 0)
                        .map(({ invariant }) => invariant)
                        .join(', ') || '–',
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function stateOf({ brokenCount, unchecked }: Line): string {
  if (brokenCount > 0) return 'broken';
  return unchecked === null ? 'holds' : 'partly';
}

function What({ line: { what, broken, brokenCount, unchecked } }: { readonly line: Line }) {
  const more = brokenCount - broken.length;
  const remarks = [...broken, ...(more > 0 ? [`and ${more} more`] : []), ...(unchecked ? [unchecked] : [])];
  return (
    <>
      {what}
      {remarks.length > 0 && (
        <ul className="ml-4 list-disc">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </>
  );
}
