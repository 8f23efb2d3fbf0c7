import type { PurchaseState } from './purchase-state';
import { PurchaseStatus } from './purchase-status';
import { StatusActions } from './status-actions';

/** A purchase that this tab had made before the page was loaded: it goes on by itself, and there is no form to fill in. */
export function FoundPurchase({
  state,
  onGiveUp,
  onReset,
}: {
  readonly state: PurchaseState;
  readonly onGiveUp: () => void;
  readonly onReset: () => void;
}) {
  return (
    <div className="console mx-auto max-w-xl rounded-[2rem] p-4 sm:p-6">
      <PurchaseStatus state={state}>
        <StatusActions state={state} onGiveUp={onGiveUp} onReset={onReset} />
      </PurchaseStatus>
    </div>
  );
}
