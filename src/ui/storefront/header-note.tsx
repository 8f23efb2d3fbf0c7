import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export const noteClass =
  'fixed top-18 right-3 left-auto z-50 m-0 w-[min(22rem,calc(100vw-1.5rem))] rounded-2xl border-2 border-line-strong bg-surface p-4 font-normal text-text shadow-[0_6px_0_var(--edge)] sm:right-6';

/** What went wrong in the header, said below it until it is sent away. */
export function HeaderNote({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className={`${noteClass} flex items-start gap-2 pr-2`}>
      <p role="alert" className="flex-1">
        {children}
      </p>
      <button
        type="button"
        aria-label="Close this note"
        onClick={onClose}
        className="-mt-2 grid size-11 shrink-0 place-items-center rounded-lg hover:bg-sunken"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
