import { Check, Hourglass, X } from 'lucide-react';
import type { OrderOfShopper } from '../queries';
import { formatMoment } from './moment';
import { stepsOf } from './timeline-steps';

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
    <ol className="grid gap-0" data-testid="timeline">
      {steps.map(({ id, name, when, state }, index) => {
        const { icon: Icon, className } = looks[state];
        return (
          <li key={id} className="relative flex gap-3.5 pb-6 last:pb-0 print:pb-2">
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className="absolute top-8 bottom-0 left-[0.95rem] w-0.5 bg-line-strong print:hidden"
              />
            )}
            <span
              aria-hidden
              className={`grid size-8 shrink-0 place-items-center rounded-full border-2 print:hidden ${className}`}
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
