'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { formatMoney } from '@/platform/money';
import { linkClass } from '../primitives/button';
import { Notice } from '../primitives/notice';
import { ActionsTable } from './actions-table';
import { Code, DataTable, Facts } from './data-table';
import { FulfilButton } from './fulfil-button';
import { LedgerTable } from './ledger-table';
import { keyHref, searchHref } from './links';
import { Loaded } from './loaded';
import { orderQuery, type Told } from './queries';
import { RefundForm } from './refund-form';
import { StatusBadge } from './status-badge';
import { Moment } from './times';
import { useAddress } from './use-address';

/** One order with its payment: what happened to it, and what an operator can do. */
export function OrderPage() {
  const orderId = useAddress().get('id');
  if (!orderId)
    return (
      <Notice title="The address names no order.">
        <p>Search for it above.</p>
      </Notice>
    );
  return <OneOrder orderId={orderId} />;
}

function OneOrder({ orderId }: { readonly orderId: string }) {
  const query = useQuery(orderQuery(orderId));
  return (
    <Loaded query={query} what="the order">
      {(order) => (
        <>
          <h1 className="flex flex-wrap items-center gap-3 text-2xl">
            Order {order.orderNumber} <StatusBadge state={order.status} />
          </h1>
          <OrderFacts order={order} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <StatePath order={order} />
            <Part title="Sending">
              <FulfilButton order={order} />
            </Part>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Refunds order={order} />
            <Part title="Give money back">
              <RefundForm order={order} />
            </Part>
          </div>
          <LedgerTable caption="Ledger" transactions={order.ledger} />
          <RequestLog order={order} />
          <Messages order={order} />
          <ActionsTable caption="What operators did with this order" asked={{ subject: orderId }} />
        </>
      )}
    </Loaded>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid content-start gap-3 rounded-xl border-2 border-line bg-surface p-3"
    >
      <h2 className="text-base font-bold">{title}</h2>
      {children}
    </section>
  );
}

function OrderFacts({ order }: { readonly order: Told['order'] }) {
  const { payment, purchase, shopperId, total, refundable, email, version, createdAt, paidAt, receipt } =
    order;
  return (
    <Facts
      facts={[
        ['Payment', <StatusBadge key="payment" state={payment.status} />],
        ['Total', formatMoney(total)],
        ['Can be given back', formatMoney(refundable)],
        ['Version', version],
        ['Made', <Moment key="made" at={createdAt} />],
        ['Paid', <Moment key="paid" at={paidAt} />],
        [
          'Key',
          <Link
            key="key"
            href={keyHref({ scope: shopperId, operation: 'checkout.pay', key: purchase.key })}
            className={linkClass}
          >
            <Code>{purchase.key}</Code>
          </Link>,
        ],
        ['Payment intent', purchase.intentId ? <Code key="intent">{purchase.intentId}</Code> : '–'],
        ['Charge', payment.chargeId ? <Code key="charge">{payment.chargeId}</Code> : '–'],
        ['Card', payment.card ? `${payment.card.brand} •••• ${payment.card.last4}` : '–'],
        ['Decline', payment.declineCode ?? '–'],
        [
          'E-mail',
          <Link key="email" href={searchHref(email)} className={linkClass}>
            {email}
          </Link>,
        ],
        [
          'Shopper',
          <Link key="shopper" href={searchHref(shopperId)} className={linkClass}>
            <Code>{shopperId}</Code>
          </Link>,
        ],
        ['Receipt written', <Moment key="receipt" at={receipt?.writtenAt ?? null} />],
        ['Receipt sent', <Moment key="sent" at={receipt?.sentAt ?? null} />],
      ]}
    />
  );
}

function StatePath({ order: { statePath } }: { readonly order: Told['order'] }) {
  return (
    <DataTable
      testId="state-path"
      caption="States of the payment"
      empty=""
      rows={statePath.map((reached, index) => ({ ...reached, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        { title: 'State', cell: ({ status }) => <StatusBadge state={status} /> },
        {
          title: 'Since',
          cell: ({ at }) => (at ? <Moment at={at} /> : <span className="text-muted">not kept</span>),
        },
        { title: 'Known by', cell: ({ by }) => by },
      ]}
    />
  );
}

function Refunds({ order: { refunds } }: { readonly order: Told['order'] }) {
  return (
    <DataTable
      testId="refunds"
      caption="Refunds"
      empty="Nothing was given back."
      rows={refunds}
      rowKey={({ refundId }) => refundId}
      columns={[
        { title: 'Asked', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { title: 'State', cell: ({ status }) => <StatusBadge state={status} /> },
        { title: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
        { title: 'Reason', cell: ({ reason, failure }) => failure ?? reason.replaceAll('_', ' ') },
        { title: 'Restock', cell: ({ restock }) => (restock ? 'yes' : 'no') },
        { title: 'Settled', cell: ({ settledAt }) => <Moment at={settledAt} /> },
        {
          title: 'Key',
          className: 'min-w-44',
          cell: ({ scope, key }) => (
            <Link href={keyHref({ scope, operation: 'orders.refund', key })} className={linkClass}>
              <Code>{key}</Code>
            </Link>
          ),
        },
      ]}
    />
  );
}

function RequestLog({ order: { requestLog } }: { readonly order: Told['order'] }) {
  return (
    <DataTable
      caption="Requests that carried its keys"
      empty="None is recorded any more: they are kept as long as their key."
      rows={requestLog.map((request, index) => ({ ...request, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        { title: 'Arrived', cell: ({ arrivedAt }) => <Moment at={arrivedAt} /> },
        { title: 'Operation', cell: ({ operation }) => operation },
        { title: 'X-Attempt', isNumber: true, cell: ({ attempt }) => attempt },
        { title: 'Ending', cell: ({ ending }) => <StatusBadge state={ending} /> },
        { title: 'Key', cell: ({ key }) => <Code>{key}</Code>, className: 'min-w-44' },
      ]}
    />
  );
}

function Messages({ order: { messages } }: { readonly order: Told['order'] }) {
  return (
    <DataTable
      caption="Messages of the processor"
      empty="None has come."
      rows={messages}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Came', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
        { title: 'Type', cell: ({ type }) => <Code>{type}</Code> },
        { title: 'Outcome', cell: ({ outcome }) => (outcome ? <StatusBadge state={outcome} /> : 'waits') },
        { title: 'Message', cell: ({ id }) => <Code>{id}</Code> },
      ]}
    />
  );
}
