import type { Counters } from '../protocol';

const counted = [
  { name: 'attempts', label: 'Attempts', where: 'on the wire' },
  { name: 'orders', label: 'Orders', where: 'in the database' },
  { name: 'charges', label: 'Charges', where: "in the processor's books" },
  { name: 'ledgerBalance', label: 'Ledger', where: 'debits less credits' },
] as const;

interface Properties {
  readonly counters: Counters | undefined;
  readonly only?: readonly (keyof Counters)[];
}

/** Numbers that are read where the truth is. */
export function CountersBoard({ counters, only }: Properties) {
  return (
    <dl className={`grid grid-cols-2 gap-3 ${only ? '' : 'sm:grid-cols-4'}`}>
      {counted
        .filter(({ name }) => only?.includes(name) ?? true)
        .map(({ name, label, where }) => (
          <div
            key={name}
            className="rounded-2xl border-2 border-line bg-surface px-4 py-3"
            data-counter={name}
          >
            <dt className="text-sm font-semibold">{label}</dt>
            <dd className="grid">
              <span className="font-display text-3xl font-extrabold tabular-nums">
                {counters?.[name] ?? '–'}
              </span>
              <span className="text-sm text-muted">{where}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}
