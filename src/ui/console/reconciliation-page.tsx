'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { linkClass } from '../primitives/button';
import { Choice } from './choice';
import { Code, DataTable, Facts } from './data-table';
import { orderHref, runHref } from './links';
import { Loaded } from './loaded';
import { reconciliationQuery, reconciliationsQuery } from './queries';
import { RunNow } from './run-now';
import { StatusBadge } from './status-badge';
import { Moment } from './times';
import { useAddress } from './use-address';

/** The comparisons with the processor's report, and what one of them found. */
export function ReconciliationPage() {
  const { get, set } = useAddress();
  const onlyFindings = get('only') === 'findings';
  const query = useQuery(reconciliationsQuery(onlyFindings));
  const runId = get('run');
  return (
    <>
      <h1 className="text-2xl">Reconciliation</h1>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <RunNow queue="reconcile">Compare now</RunNow>
        <Choice
          label="Runs with"
          value={onlyFindings ? 'findings' : undefined}
          options={['findings']}
          onChange={(only) => set({ only })}
        />
      </div>
      {runId && <OneRun runId={runId} />}
      <Loaded query={query} what="the runs">
        {(runs) => (
          <DataTable
            testId="runs"
            caption="Runs, newest first"
            empty="There is no run yet: the worker makes one every five minutes."
            rows={runs}
            rowKey={(run) => run.runId}
            columns={[
              {
                title: 'Started',
                cell: (run) => (
                  <Link href={runHref(run.runId)} className={linkClass}>
                    <Moment at={run.startedAt} />
                  </Link>
                ),
              },
              { title: 'Finished', cell: ({ finishedAt }) => <Moment at={finishedAt} /> },
              { title: 'From', cell: ({ from }) => <Moment at={from} /> },
              { title: 'To', cell: ({ to }) => <Moment at={to} /> },
              { title: 'Matched', isNumber: true, cell: ({ matched }) => matched },
              { title: 'Findings', isNumber: true, cell: ({ findings }) => findings },
              { title: 'Left to do', isNumber: true, cell: ({ failed }) => failed },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

function OneRun({ runId }: { readonly runId: string }) {
  const query = useQuery(reconciliationQuery(runId));
  return (
    <Loaded query={query} what="the run">
      {({ startedAt, finishedAt, from, to, matched, found }) => (
        <section aria-label="The chosen run" className="grid gap-3">
          <Facts
            facts={[
              ['Started', <Moment key="started" at={startedAt} />],
              ['Finished', <Moment key="finished" at={finishedAt} />],
              ['Purchases from', <Moment key="from" at={from} />],
              ['until', <Moment key="to" at={to} />],
              ['Matched', matched],
              ['Findings', found.length],
            ]}
          />
          <DataTable
            testId="findings"
            caption="What this run found"
            empty="Our books and the processor's agreed."
            rows={found}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Kind', cell: ({ kind }) => kind.replaceAll('_', ' ') },
              { title: 'Done about it', cell: ({ action }) => <StatusBadge state={action} /> },
              { title: 'At the processor', cell: ({ processorId }) => <Code>{processorId ?? '–'}</Code> },
              {
                title: 'Order',
                cell: ({ order }) =>
                  order ? (
                    <Link href={orderHref(order.orderId)} className={linkClass}>
                      {order.orderNumber}
                    </Link>
                  ) : (
                    '–'
                  ),
              },
              { title: 'Detail', cell: ({ detail }) => detail, className: 'min-w-72' },
            ]}
          />
        </section>
      )}
    </Loaded>
  );
}
