'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '@/platform/money';
import { Button } from '../primitives/button';
import type { OrdersOfShopper } from '../queries';
import { formatMoment } from './moment';
import { labelOf } from './order-words';

/** How many orders are shown at first, and how many more with each press. */
const pageSize = 20;

const rowClass = 'flex items-center gap-4 rounded-2xl border-2 border-line bg-surface px-4 py-4 sm:px-6';

/** The shopper's orders, newest first, a page at a time; the focus goes on to the first of those that came. */
export function OrderList({ orders }: { readonly orders: OrdersOfShopper }) {
  const [shown, setShown] = useState(pageSize);
  const list = useRef<HTMLUListElement>(null);
  const hidden = orders.length - shown;
  useEffect(() => {
    if (shown > pageSize) list.current?.querySelectorAll('a')[shown - pageSize]?.focus();
  }, [shown]);
  return (
    <>
      <ul ref={list} className="grid gap-4">
        {orders.slice(0, shown).map((order) => (
          <li key={order.orderId}>
            <Link
              href={`/orders/${order.orderId}`}
              className={`key key-paper [--depth:4px] ${rowClass}`}
              data-testid="order-row"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-display text-lg font-bold">
                  <span className="max-[27rem]:sr-only">Order</span>{' '}
                  <span className="whitespace-nowrap">{order.orderNumber}</span>
                </span>
                <time dateTime={order.createdAt} className="block text-sm whitespace-nowrap text-muted">
                  {formatMoment(order.createdAt)}
                </time>
              </span>
              <span className="text-right">
                <span className="block font-display text-lg font-bold tabular-nums">
                  {formatMoney(order.total)}
                </span>
                <span className="block text-sm text-muted">
                  {labelOf(order.status, order.payment.status)}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button look="secondary" onClick={() => setShown(shown + pageSize)}>
            Show {Math.min(hidden, pageSize)} more
          </Button>
          <p className="text-muted">
            {shown} of {orders.length}
          </p>
        </div>
      )}
    </>
  );
}
