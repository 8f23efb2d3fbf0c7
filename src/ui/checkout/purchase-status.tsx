'use client';

import type { ReactNode } from 'react';
import type { PurchaseState } from './purchase-state';
import { type StatusTone, wordsOf } from './status-words';
import { useIsOnline } from './use-is-online';
import { useSecondsUntil } from './use-seconds-until';

const lamps: Readonly<Record<StatusTone, string>> = {
  rest: 'bg-steel',
  work: 'bg-sky animate-pulse',
  wait: 'bg-sun animate-pulse',
  good: 'bg-mint',
  bad: 'bg-cherry',
};

/**
 * The display above the button: what is known of the purchase. A screen reader hears each state once; the countdown stands
 * outside of what is read out. `children` are what can be done about it.
 */
export function PurchaseStatus({
  state,
  children,
}: {
  readonly state: PurchaseState;
  readonly children?: ReactNode;
}) {
  const { tone, title, text } = wordsOf(state);
  const isOnline = useIsOnline();
  return (
    <div
      data-testid="purchase-status"
      data-phase={state.phase}
      data-reason={state.phase === 'refused' ? state.data.reason : undefined}
      className="min-h-36 rounded-2xl border-2 border-[#4d447f] bg-[#14112a] p-4 text-paper shadow-[inset_0_3px_8px_#0009] [--focus:#b3a2ff] [--link:#b9aaff]"
    >
      <div className="flex gap-3">
        <span
          aria-hidden
          className={`mt-1.5 size-3.5 shrink-0 rounded-full ring-4 ring-white/10 ${lamps[tone]}`}
        />
        <div className="min-w-0 flex-1">
          <div role="status" aria-atomic>
            <p className="font-display text-lg leading-snug font-bold">{title}</p>
            <p className="mt-1 leading-snug text-[#cfc8e6]">{text}</p>
            {!isOnline && state.phase !== 'paused' && (
              <p className="mt-2 font-semibold text-sun">This device is offline.</p>
            )}
          </div>
          {state.phase === 'waiting' && <Countdown to={state.nextAttemptAt} />}
          {children && <div className="mt-3 flex flex-wrap items-center gap-3">{children}</div>}
        </div>
      </div>
    </div>
  );
}

function Countdown({ to }: { readonly to: number }) {
  const seconds = useSecondsUntil(to);
  return (
    <p className="mt-2 font-display font-bold text-sun tabular-nums">
      {seconds > 0 ? `Next attempt in ${seconds} s` : 'Trying again now'}
    </p>
  );
}
