'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { DoubtsTable } from './doubts-table';
import { auditsQuery, doubtsQuery, jobsQuery, reconciliationsQuery } from './queries';
import { SearchResults } from './search-results';
import { accentOf } from './status-badge';
import { Moment } from './times';
import { useAddress } from './use-address';

/** What was searched for; without a search, whether anything needs a person. */
export function OverviewPage() {
  const text = useAddress().get('q');
  if (text !== undefined) return <SearchResults text={text} />;
  return (
    <>
      <h1 className="text-2xl">Overview</h1>
      <Lights />
      <DoubtsTable />
    </>
  );
}

function Lights() {
  const { data: doubts } = useQuery(doubtsQuery);
  const { data: jobs } = useQuery(jobsQuery);
  const { data: audits } = useQuery(auditsQuery);
  const { data: runs } = useQuery(reconciliationsQuery(false));
  const inDoubt = doubts?.open.filter(({ doubts: count }) => count > 0).length;
  const dead = jobs?.deadLetters.length;
  const [audit] = audits ?? [];
  const run = runs?.find(({ finishedAt }) => finishedAt !== null);
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Light href="/console/doubts" title="In doubt" state={stateOf(inDoubt === 0, inDoubt)}>
        {inDoubt ?? '…'}
      </Light>
      <Light href="/console/jobs" title="Dead letters" state={stateOf(dead === 0, dead)}>
        {dead ?? '…'}
      </Light>
      <Light
        href="/console/invariants"
        title="Invariants"
        state={audit ? (audit.isClean ? 'holds' : 'broken') : 'none'}
        note={audit && <Moment at={audit.startedAt} />}
      >
        {audit ? (audit.isClean ? 'all hold' : 'broken') : audits ? 'not checked yet' : '…'}
      </Light>
      <Light
        href="/console/reconciliation"
        title="Reconciliation"
        state={run ? (run.failed === 0 ? 'holds' : 'broken') : 'none'}
        note={run && <Moment at={run.finishedAt} />}
      >
        {run ? `${run.matched} matched, ${run.findings} found` : runs ? 'not run yet' : '…'}
      </Light>
    </ul>
  );
}

function stateOf(isGood: boolean, known: number | undefined): string {
  if (known === undefined) return 'none';
  return isGood ? 'holds' : 'broken';
}

function Light({
  href,
  title,
  state,
  note,
  children,
}: {
  readonly href: string;
  readonly title: string;
  readonly state: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Link
        href={href}
        data-accent={accentOf(state)}
        className="grid h-full content-start gap-0.5 rounded-xl border-2 border-l-8 border-line border-l-[var(--accent)] bg-surface px-3 py-2 hover:bg-sunken"
      >
        <span className="text-sm font-semibold text-muted">{title}</span>
        <span className="font-display text-lg font-bold">{children}</span>
        {note && <span className="text-sm text-muted">{note}</span>}
      </Link>
    </li>
  );
}
