'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { linkClass } from '../primitives/button';
import { Notice } from '../primitives/notice';
import { ActionsTable } from './actions-table';
import { AskButton } from './ask-button';
import { Code, Facts } from './data-table';
import { prettyJson } from './differences';
import { orderHref } from './links';
import { Loaded } from './loaded';
import { Mismatches } from './mismatches';
import { type KeyName, keyQuery, type Told } from './queries';
import { StatusBadge } from './status-badge';
import { type ClockReading, Countdown, Moment } from './times';
import { useAddress } from './use-address';
import { Waterfall } from './waterfall';

/** One key: whose it is, what is stored under it, and every attempt that carried it. */
export function KeyPage() {
  const { get } = useAddress();
  const [scope, operation, key] = [get('scope'), get('operation'), get('key')];
  const name = scope && operation && key ? { scope, operation, key } : null;
  if (!name)
    return (
      <Notice title="The address names no key.">
        <p>Search for it above.</p>
      </Notice>
    );
  return <OneKey name={name} />;
}

function OneKey({ name }: { readonly name: KeyName }) {
  const query = useQuery(keyQuery(name));
  return (
    <>
      <h1 className="text-2xl">
        Key <span className="break-all">{name.key}</span>
      </h1>
      <Loaded query={query} what="the key">
        {(record) => (
          <>
            <KeyFacts record={record} clock={{ now: record.now, readAt: query.dataUpdatedAt }} />
            {record.claim?.state === 'in_progress' && <AskButton name={name} />}
            <Waterfall attempts={record.attempts} />
            {record.claim && (
              <>
                <Mismatches stored={record.claim.input} attempts={record.attempts} />
                <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
                  <Document title="Request, as it was frozen" text={record.claim.input} />
                  <Document
                    title={
                      record.claim.answer ? `Stored answer, ${record.claim.answer.status}` : 'Stored answer'
                    }
                    text={record.claim.answer?.body ?? null}
                  />
                </div>
              </>
            )}
            <ActionsTable caption="What operators did with this key" asked={{ subject: name.key }} />
          </>
        )}
      </Loaded>
    </>
  );
}

function KeyFacts({ record, clock }: { readonly record: Told['key']; readonly clock: ClockReading }) {
  const { scope, operation, claim, order } = record;
  const orderLink = order ? (
    <Link href={orderHref(order.orderId)} className={linkClass}>
      {order.orderNumber}
    </Link>
  ) : (
    '–'
  );
  const names = [
    ['Operation', operation],
    ['Scope', <Code key="scope">{scope}</Code>],
    ['Order', orderLink],
  ] as const;
  if (!claim)
    return (
      <>
        <Notice title="The key itself is not stored.">
          <p>
            Its retention is over, and its answer and attempts are reaped. The order remembers what came of
            it.
          </p>
        </Notice>
        <Facts facts={names} />
      </>
    );
  const { state, fingerprint, owner, leaseUntil, doubts, createdAt, completedAt, expiresAt, giveUpAt } =
    claim;
  return (
    <Facts
      facts={[
        ['State', <StatusBadge key="state" state={state} />],
        ...names,
        ['Fingerprint', <Code key="print">{fingerprint}</Code>],
        ['Owner', owner ? <Code key="owner">{owner}</Code> : 'nobody'],
        ['Lease', leaseUntil ? <Countdown key="lease" until={leaseUntil} clock={clock} over="over" /> : '–'],
        ['Doubts', doubts],
        ['Claimed', <Moment key="created" at={createdAt} />],
        ['Completed', <Moment key="completed" at={completedAt} />],
        state === 'completed'
          ? ['Kept until', <Moment key="expires" at={expiresAt} />]
          : [
              'Given up in',
              <Countdown key="give-up" until={giveUpAt} clock={clock} over="now, at the next look" />,
            ],
      ]}
    />
  );
}

function Document({ title, text }: { readonly title: string; readonly text: string | null }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-xl border-2 border-line bg-surface">
      <h2 className="px-3 pt-2.5 text-base font-bold">{title}</h2>
      {text === null ? (
        <p className="p-3 text-sm text-muted">None is stored yet.</p>
      ) : (
        <pre className="max-h-96 overflow-auto p-3 font-mono text-[0.8125rem] whitespace-pre-wrap break-all">
          {prettyJson(text)}
        </pre>
      )}
    </section>
  );
}
