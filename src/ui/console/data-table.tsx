import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Amounts and counts. */
  readonly isNumber?: boolean;
  readonly className?: string;
}

/** A table with a caption. It scrolls inside of itself where the page is narrow; the page never does. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  testId,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** What is said when there are no rows. */
  readonly empty: string;
  readonly testId?: string;
}) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative overflow-x-auto rounded-xl border-2 border-line bg-surface"
    >
      <table data-testid={testId} className="w-full border-collapse text-left text-sm">
        <caption className="px-3 pt-2.5 pb-1.5 text-left font-display text-base font-bold">{caption}</caption>
        <thead>
          <tr className="border-b-2 border-line">
            {columns.map(({ title, isNumber, className = '' }, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are a constant of their page
                key={index}
                scope="col"
                className={`px-3 py-1.5 align-bottom font-semibold whitespace-nowrap text-muted ${isNumber ? 'text-right' : ''} ${className}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="px-3 py-4 text-muted">
                {empty}
              </td>
            </tr>
          )}
          {rows.map((row, rowIndex) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0">
              {columns.map(({ cell, isNumber, className = '' }, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are a constant of their page
                  key={index}
                  className={`px-3 py-1.5 align-middle ${isNumber ? 'text-right tabular-nums' : ''} ${className}`}
                >
                  {cell(row, rowIndex)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** An id or a key: long, for machines, and never what makes a page wide. */
export function Code({ children }: { readonly children: ReactNode }) {
  return <code className="font-mono text-[0.8125rem] break-all">{children}</code>;
}

/** Names and what stands for them. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 rounded-xl border-2 border-line bg-surface p-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
