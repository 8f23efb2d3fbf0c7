'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Code, DataTable } from './data-table';
import { Loaded } from './loaded';
import { actionsQuery, type Told } from './queries';
import { StatusBadge } from './status-badge';
import { Moment } from './times';

/** What operators did. `children` is put below, and is told where the next page begins. */
export function ActionsTable({
  caption,
  asked,
  children,
}: {
  readonly caption: string;
  readonly asked: Parameters<typeof actionsQuery>[0];
  readonly children?: (page: Told['actions']) => ReactNode;
}) {
  const query = useQuery(actionsQuery(asked));
  return (
    <Loaded query={query} what="the action log">
      {(page) => (
        <>
          <DataTable
            testId="actions"
            caption={caption}
            empty="Nothing was done."
            rows={page.actions}
            rowKey={({ id }) => id}
            columns={[
              { title: 'When', cell: ({ at }) => <Moment at={at} /> },
              { title: 'Who', cell: ({ who }) => who },
              { title: 'Did', cell: ({ action }) => action.replaceAll('_', ' ') },
              { title: 'To', cell: ({ subject }) => <Code>{subject}</Code>, className: 'min-w-44' },
              { title: 'Outcome', cell: ({ outcome }) => <StatusBadge state={outcome} /> },
              {
                title: 'Detail',
                cell: ({ detail }) => <Code>{wordsOfDetail(detail)}</Code>,
                className: 'min-w-52',
              },
            ]}
          />
          {children?.(page)}
        </>
      )}
    </Loaded>
  );
}

function wordsOfDetail(detail: unknown): string {
  const text = JSON.stringify(detail);
  return text === '{}' ? '' : text;
}
