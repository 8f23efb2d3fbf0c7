import type { ReactNode } from 'react';

/** A figure with its title. What is in it can be driven by the reader. */
export function FigureFrame({
  title,
  hint,
  children,
}: {
  readonly title: string;
  /** What there is to do, in a sentence. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <figure
      className="my-7 min-w-0 rounded-2xl border-2 border-line bg-surface p-4 sm:p-6"
      data-figure={title}
    >
      <figcaption className="mb-4">
        <span className="block font-display text-xl leading-tight font-bold">{title}</span>
        {hint && <span className="mt-1 block text-base text-muted">{hint}</span>}
      </figcaption>
      <div className="grid min-w-0 gap-4">{children}</div>
    </figure>
  );
}

/** What a figure comes to: words, and numbers that stand out. */
export function Verdict({
  tone,
  children,
}: {
  readonly tone: 'good' | 'bad' | 'neutral';
  readonly children: ReactNode;
}) {
  const accent = { good: 'mint', bad: 'cherry', neutral: 'sun' }[tone];
  return (
    <p
      data-accent={accent}
      data-testid="verdict"
      aria-live="polite"
      className="rounded-xl border-2 border-[color-mix(in_oklab,var(--accent)_70%,var(--surface))] bg-[color-mix(in_oklab,var(--accent)_14%,var(--surface))] px-4 py-3 leading-snug"
    >
      {children}
    </p>
  );
}

/** A table that may be wider than a phone: it scrolls in itself, and can be scrolled by keyboard. */
export function WideTable({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="min-w-0 overflow-x-auto rounded-lg">
      <table className="w-full border-collapse text-left text-base [&_td]:border-t-2 [&_td]:border-line [&_td]:px-2.5 [&_td]:py-2 [&_td]:align-top [&_th]:px-2.5 [&_th]:py-2 [&_thead_th]:align-bottom [&_tbody_th]:align-top">
        {children}
      </table>
    </section>
  );
}
