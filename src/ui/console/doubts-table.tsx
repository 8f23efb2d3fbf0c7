'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { formatMoney } from '@/platform/money';
import { linkClass } from '../primitives/button';
import { AskButton } from './ask-button';
import { Code, DataTable } from './data-table';
import { keyHref, orderHref } from './links';
import { Loaded } from './loaded';
import { doubtsQuery } from './queries';
import { StatusBadge } from './status-badge';
import { Age, Countdown } from './times';

/** Every key that is not completed, the oldest first, and what can be done about it. */
export function DoubtsTable() {
  const query = useQuery(doubtsQuery);
  return (
    <Loaded query={query} what="the keys in doubt">
      {({ now, open }) => {
        const clock = { now, readAt: query.dataUpdatedAt };
        return (
          <DataTable
            testId="doubts"
            caption={`In doubt and under way: ${open.length}`}
            empty="Every payment and every refund has its outcome."
            rows={open}
            rowKey={keyHref}
            columns={[
              {
                title: 'Key',
                cell: (doubt) => (
                  <Link href={keyHref(doubt)} className={linkClass}>
                    <Code>{doubt.key}</Code>
                  </Link>
                ),
                className: 'min-w-44',
              },
              { title: 'Operation', cell: ({ operation }) => operation },
              {
                title: 'Order',
                cell: ({ order }) =>
                  order ? (
                    <Link href={orderHref(order.orderId)} className={`${linkClass} whitespace-nowrap`}>
                      {order.orderNumber}
                    </Link>
                  ) : (
                    '–'
                  ),
              },
              { title: 'Amount', isNumber: true, cell: ({ amount }) => (amount ? formatMoney(amount) : '–') },
              { title: 'State', cell: ({ status }) => <StatusBadge state={status ?? 'in_progress'} /> },
              {
                title: 'Age',
                isNumber: true,
                cell: ({ createdAt }) => <Age since={createdAt} clock={clock} />,
              },
              { title: 'Doubts', isNumber: true, cell: ({ doubts }) => doubts },
              {
                title: 'Lease',
                cell: ({ leaseUntil }) =>
                  leaseUntil ? <Countdown until={leaseUntil} clock={clock} over="nobody works on it" /> : '–',
              },
              {
                title: 'Given up in',
                cell: ({ giveUpAt }) => <Countdown until={giveUpAt} clock={clock} over="now" />,
              },
              {
                title: <span className="sr-only">Do</span>,
                cell: (doubt) => <AskButton name={nameOf(doubt)} />,
              },
            ]}
          />
        );
      }}
    </Loaded>
  );
}

function nameOf({ scope, operation, key }: { scope: string; operation: string; key: string }) {
  return { scope, operation, key };
}
