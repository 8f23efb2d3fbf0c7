const accents: Readonly<Record<string, string>> = {
  // Well.
  ...{
    captured: 'mint',
    paid: 'mint',
    fulfilled: 'mint',
    completed: 'mint',
    succeeded: 'mint',
    first: 'mint',
  },
  ...{ done: 'mint', holds: 'mint', settled: 'mint' },
  // Well, and not the first time.
  ...{ replayed: 'sky', joined: 'sky', already_done: 'sky', took_over: 'violet', queued: 'sky' },
  ...{ refunded: 'violet', partially_refunded: 'violet' },
  // Open.
  ...{
    processing: 'sun',
    in_doubt: 'sun',
    in_progress: 'sun',
    pending: 'sun',
    requested: 'sun',
    unknown: 'sun',
  },
  ...{ running: 'sun', begun: 'sun', partly: 'sun' },
  // Wrong.
  ...{ declined: 'cherry', mismatch: 'cherry', failed: 'cherry', captured_late: 'cherry', broken: 'cherry' },
};

/** The accent of a state; what is not known is grey. */
export function accentOf(state: string): string {
  return accents[state] ?? 'steel';
}

/** A state in its own word: the colour only says it once more. */
export function StatusBadge({ state }: { readonly state: string }) {
  return (
    <span
      data-accent={accentOf(state)}
      className="inline-flex items-center gap-1.5 rounded-full border border-line-strong bg-surface px-2 py-0.5 text-sm font-semibold whitespace-nowrap"
    >
      <span aria-hidden className="size-2.5 rounded-full bg-[var(--accent)]" />
      {state.replaceAll('_', ' ')}
    </span>
  );
}
