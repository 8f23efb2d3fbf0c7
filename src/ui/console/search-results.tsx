'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { formatMoney } from '@/platform/money';
import { linkClass } from '../primitives/button';
import { Code, DataTable } from './data-table';
import { keyHref, orderHref } from './links';
import { Loaded } from './loaded';
import { searchQuery } from './queries';
import { StatusBadge } from './status-badge';
import { Moment } from './times';

/** What was found for a text: whole keys, numbers, ids and addresses; nothing is guessed. */
export function SearchResults({ text }: { readonly text: string }) {
  const query = useQuery(searchQuery(text));
  return (
    <>
      <h1 className="text-2xl">
        Search: <span className="break-all">{text}</span>
      </h1>
      <Loaded query={query} what="what was found">
        {({ orders, keys }) => (
          <>
            <DataTable
              testId="found-orders"
              caption="Orders"
              empty="No order has this as its number, id, e-mail, key, payment, charge or refund."
              rows={orders}
              rowKey={({ orderId }) => orderId}
              columns={[
                {
                  title: 'Order',
                  cell: ({ orderId, orderNumber }) => (
                    <Link href={orderHref(orderId)} className={`${linkClass} whitespace-nowrap`}>
                      {orderNumber}
                    </Link>
                  ),
                },
                { title: 'State', cell: ({ status }) => <StatusBadge state={status} /> },
                {
                  title: 'Payment',
                  cell: ({ payment }) => (payment ? <StatusBadge state={payment} /> : '–'),
                },
                { title: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
                { title: 'E-mail', cell: ({ email }) => email },
                { title: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  title: 'Key',
                  cell: ({ purchase }) =>
                    purchase ? (
                      <Link href={keyHref(purchase)} className={linkClass}>
                        <Code>{purchase.key}</Code>
                      </Link>
                    ) : (
                      '–'
                    ),
                  className: 'min-w-44',
                },
              ]}
            />
            <DataTable
              testId="found-keys"
              caption="Keys"
              empty="No stored key reads like this. Answered keys are kept for their retention only."
              rows={keys}
              rowKey={keyHref}
              columns={[
                {
                  title: 'Key',
                  cell: (key) => (
                    <Link href={keyHref(key)} className={linkClass}>
                      <Code>{key.key}</Code>
                    </Link>
                  ),
                  className: 'min-w-44',
                },
                { title: 'Operation', cell: ({ operation }) => operation },
                { title: 'State', cell: ({ state }) => <StatusBadge state={state} /> },
                { title: 'Scope', cell: ({ scope }) => <Code>{scope}</Code>, className: 'min-w-44' },
                { title: 'Claimed', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
