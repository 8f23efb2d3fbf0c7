'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { paymentStatuses } from '@/payments/statuses';
import { formatMoney } from '@/platform/money';
import { linkClass } from '../primitives/button';
import { Choice } from './choice';
import { Code, DataTable } from './data-table';
import { orderHref } from './links';
import { Loaded } from './loaded';
import { Pager } from './pager';
import { paymentsQuery } from './queries';
import { StatusBadge } from './status-badge';
import { Moment } from './times';
import { useAddress } from './use-address';

/** Payments, newest first. */
export function PaymentsPage() {
  const { get, set } = useAddress();
  const status = paymentStatuses.find((known) => known === get('status'));
  const query = useQuery(paymentsQuery({ status, before: get('before') }));
  return (
    <>
      <h1 className="text-2xl">Payments</h1>
      <Choice
        label="State"
        value={status}
        options={paymentStatuses}
        onChange={(chosen) => set({ status: chosen, before: undefined })}
      />
      <Loaded query={query} what="the payments">
        {({ payments, next }) => (
          <>
            <DataTable
              testId="payments"
              caption={status ? `Payments that are ${status.replaceAll('_', ' ')}` : 'All payments'}
              empty="There is no such payment."
              rows={payments}
              rowKey={({ paymentId }) => paymentId}
              columns={[
                {
                  title: 'Order',
                  cell: ({ orderId, orderNumber }) => (
                    <Link href={orderHref(orderId)} className={`${linkClass} whitespace-nowrap`}>
                      {orderNumber}
                    </Link>
                  ),
                },
                { title: 'State', cell: (payment) => <StatusBadge state={payment.status} /> },
                { title: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
                {
                  title: 'Given back',
                  isNumber: true,
                  cell: ({ refunded }) => (refunded.amount === 0 ? '–' : formatMoney(refunded)),
                },
                { title: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                { title: 'Settled', cell: ({ settledAt }) => <Moment at={settledAt} /> },
                {
                  title: 'Charge',
                  cell: ({ chargeId }) => (chargeId ? <Code>{chargeId}</Code> : '–'),
                  className: 'min-w-44',
                },
              ]}
            />
            <Pager next={next} />
          </>
        )}
      </Loaded>
    </>
  );
}
