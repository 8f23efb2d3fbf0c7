import type { PurchaseState } from './purchase-state';

/**
 * What the button says while the purchase is held and it stays down. It can be pressed all the same: the press belongs to that
 * purchase.
 */
const heldLabels: Partial<Record<PurchaseState['phase'], string>> = {
  preparing: 'Paying',
  paying: 'Paying',
  waiting: 'Paying',
  paused: 'Paused',
  checking: 'Checking',
  paid: 'Paid',
  already_ordered: 'Paid',
};

export function isHeld(state: PurchaseState): boolean {
  return state.phase in heldLabels;
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
          {heldLabels[state.phase] ?? 'Pay'} <span className="tabular-nums">{total}</span>
        </span>
      </button>
    </div>
  );
}
