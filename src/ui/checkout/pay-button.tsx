import type { PurchaseState } from './purchase-state';

/** While the purchase is held, the button stays down. It can be pressed all the same: the press belongs to that purchase. */
const heldPhases: readonly PurchaseState['phase'][] = [
  'preparing',
  'paying',
  'waiting',
  'paused',
  'checking',
  'paid',
  'already_ordered',
];

export function isHeld(state: PurchaseState): boolean {
  return heldPhases.includes(state.phase);
}

/** The big red button. */
export function PayButton({
  state,
  total,
  formId,
}: {
  readonly state: PurchaseState;
  readonly total: string;
  readonly formId: string;
}) {
  const held = isHeld(state);
  const isDone = state.phase === 'paid' || state.phase === 'already_ordered';
  return (
    <div className="collar rounded-[2.4rem] p-2.5">
      <button
        type="submit"
        form={formId}
        data-testid="pay"
        data-down={held}
        aria-disabled={held}
        className="key key-cherry flex min-h-24 w-full flex-col items-center justify-center rounded-[1.9rem] px-4 [--depth:14px] aria-disabled:cursor-default"
      >
        <span className="font-display text-[1.9rem] leading-none font-extrabold tracking-tight sm:text-4xl">
          {isDone ? 'Paid' : held ? 'Paying' : 'Pay'} <span className="tabular-nums">{total}</span>
        </span>
      </button>
    </div>
  );
}
