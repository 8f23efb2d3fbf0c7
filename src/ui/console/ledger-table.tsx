import Link from 'next/link';
import { formatMoney } from '@/platform/money';
import { linkClass } from '../primitives/button';
import { Code, DataTable } from './data-table';
import { orderHref } from './links';
import type { Told } from './queries';
import { Moment } from './times';

type Transaction = Omit<Told['transactions']['transactions'][number], 'id' | 'orderId'> & {
  readonly orderId?: string | null;
};

/** Transactions of the ledger with their entries: debits are positive, credits negative. */
export function LedgerTable({
  caption,
  transactions,
}: {
  readonly caption: string;
  readonly transactions: readonly Transaction[];
}) {
  return (
    <DataTable
      testId="ledger"
      caption={caption}
      empty="Nothing is booked."
      rows={transactions}
      rowKey={({ kind, objectId }) => `${kind} ${objectId}`}
      columns={[
        { title: 'Booked', cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
        {
          title: 'Event',
          cell: ({ kind }) => <span className="whitespace-nowrap">{kind.replaceAll('_', ' ')}</span>,
        },
        {
          title: 'Of',
          className: 'min-w-44',
          cell: ({ objectId, orderId }) => (
            <>
              <Code>{objectId}</Code>
              {orderId && (
                <>
                  {' '}
                  <Link href={orderHref(orderId)} className={linkClass}>
                    order
                  </Link>
                </>
              )}
            </>
          ),
        },
        {
          title: 'Entries',
          cell: ({ entries }) => (
            <ul className="grid min-w-56">
              {entries.map(({ account, amount }) => (
                <li key={account} className="flex justify-between gap-6">
                  <span>{account.replaceAll('_', ' ')}</span>
                  <span className="tabular-nums">{formatMoney(amount)}</span>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
