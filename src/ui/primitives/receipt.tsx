import type { ReactNode } from 'react';

/** A slip of paper that was torn off below. */
export function Receipt({ children }: { readonly children: ReactNode }) {
  return (
    <div className="drop-shadow-[0_4px_0_var(--edge)]">
      <div className="receipt rounded-t-2xl bg-surface px-5 pt-6 pb-9 sm:px-6">{children}</div>
    </div>
  );
}

/** One amount and what it is for, inside of a `dl`. */
export function ReceiptRow({
  label,
  isTotal = false,
  children,
}: {
  readonly label: ReactNode;
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}) {
  const look = isTotal
    ? 'mt-2 border-t-2 border-dashed border-line-strong pt-3 font-display text-xl font-extrabold'
    : 'py-1';
  return (
    <div className={`flex items-baseline justify-between gap-4 ${look}`}>
      <dt className={isTotal ? '' : 'text-muted'}>{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}
