import { Check, Hourglass, X } from 'lucide-react';
import { isUnresolved } from '@/payments/states';
import type { OrderOfShopper } from '../queries';
import { formatMoment } from './moment';

interface Step {
  readonly name: string;
  readonly when: string | null;
  readonly state: 'done' | 'waiting' | 'ended' | 'to_come';
}

function stepsOf({ status, payment, createdAt, paidAt }: OrderOfShopper): Step[] {
  const placed: Step = { name: 'Placed', when: createdAt, state: 'done' };
  if (isUnresolved(payment.status)) {
    return [placed, { name: 'Payment being checked', when: null, state: 'waiting' }];
  }
  if (status === 'cancelled') {
    const name = payment.status === 'declined' ? 'Card declined, order cancelled' : 'Cancelled';
    return [placed, { name, when: null, state: 'ended' }];
  }
  const paid: Step = { name: 'Paid', when: paidAt, state: 'done' };
  if (status === 'refunded') return [placed, paid, { name: 'Refunded', when: null, state: 'ended' }];
  return [placed, paid, { name: 'Sent', when: null, state: status === 'fulfilled' ? 'done' : 'to_come' }];
}

const looks = {
  done: { icon: Check, className: 'border-mint bg-mint text-ink' },
  waiting: { icon: Hourglass, className: 'border-sun bg-sun text-ink animate-pulse' },
  ended: { icon: X, className: 'border-steel bg-steel text-ink' },
  to_come: { icon: null, className: 'border-dashed border-line-strong' },
} as const;

/** What has happened to the order, and what comes next. */
export function Timeline({ order }: { readonly order: OrderOfShopper }) {
  const steps = stepsOf(order);
  return (
    <ol className="grid gap-0">
      {steps.map(({ name, when, state }, index) => {
        const { icon: Icon, className } = looks[state];
        return (
          <li key={name} className="relative flex gap-3.5 pb-6 last:pb-0">
            {index < steps.length - 1 && (
              <span aria-hidden className="absolute top-8 bottom-0 left-[0.95rem] w-0.5 bg-line-strong" />
            )}
            <span
              aria-hidden
              className={`grid size-8 shrink-0 place-items-center rounded-full border-2 ${className}`}
            >
              {Icon && <Icon className="size-4" strokeWidth={3} />}
            </span>
            <p className="pt-0.5">
              <span className={state === 'to_come' ? 'text-muted' : 'font-semibold'}>{name}</span>
              {state === 'to_come' && <span className="sr-only"> (to come)</span>}
              {when && (
                <time dateTime={when} className="block text-sm text-muted">
                  {formatMoment(when)}
                </time>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
