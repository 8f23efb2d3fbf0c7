'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '../primitives/button';
import { Code, DataTable } from './data-table';
import { Loaded } from './loaded';
import { jobsQuery, useRedrive } from './queries';
import { RunNow } from './run-now';
import { Moment } from './times';

/** The worker's queues, and the jobs that kept failing. */
export function JobsPage() {
  const query = useQuery(jobsQuery);
  return (
    <>
      <h1 className="text-2xl">Jobs</h1>
      <Loaded query={query} what="the queues">
        {({ queues, deadLetters }) => (
          <>
            <DataTable
              testId="queues"
              caption="Queues"
              empty="There is no queue."
              rows={queues}
              rowKey={({ name }) => name}
              columns={[
                { title: 'Queue', cell: ({ name }) => name },
                { title: 'Waiting', isNumber: true, cell: ({ waiting }) => waiting },
                { title: 'Under way', isNumber: true, cell: ({ underWay }) => underWay },
                { title: 'Last done', cell: ({ lastDoneAt }) => <Moment at={lastDoneAt} /> },
                {
                  title: 'By the clock',
                  cell: ({ schedule }) => (schedule ? <Code>{schedule.cron}</Code> : '–'),
                },
                { title: 'What', cell: ({ schedule }) => schedule?.what ?? '', className: 'min-w-56' },
                {
                  title: <span className="sr-only">Do</span>,
                  cell: ({ name }) =>
                    name === 'audit' || name === 'reap' || name === 'reconcile' ? (
                      <RunNow queue={name}>Run {name} now</RunNow>
                    ) : null,
                },
              ]}
            />
            <DataTable
              testId="dead-letters"
              caption={`Dead letters: ${deadLetters.length}`}
              empty="No job has kept failing."
              rows={deadLetters}
              rowKey={({ id }) => id}
              columns={[
                { title: 'Of', cell: ({ queue }) => queue },
                { title: 'Since', cell: ({ diedAt }) => <Moment at={diedAt} /> },
                {
                  title: 'Job',
                  cell: ({ data }) => <Code>{JSON.stringify(data)}</Code>,
                  className: 'min-w-56',
                },
                {
                  title: 'What it said at last',
                  cell: ({ output }) => <Code>{output ? JSON.stringify(output).slice(0, 300) : '–'}</Code>,
                  className: 'min-w-56',
                },
              ]}
            />
            <Redrive isWanted={deadLetters.length > 0} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Redrive({ isWanted }: { readonly isWanted: boolean }) {
  const { mutate, isPending, data, error } = useRedrive();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isWanted && (
        <Button
          size="small"
          isBusy={isPending}
          onClick={() => {
            if (!isPending) mutate('receipt');
          }}
        >
          Send the dead receipts again
        </Button>
      )}
      <span role="status" className="text-sm">
        {data && `${data.redriven} are on their way again.`}
        {error && `They were not sent: ${error.message}`}
      </span>
    </p>
  );
}
