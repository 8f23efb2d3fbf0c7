import type { Row } from './rows';
import { seconds } from './words';

interface Properties {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly onChoose: (index: number) => void;
}

/** The picture in words. */
export function RunLog({ rows, at, onChoose }: Properties) {
  const begun = rows[0]?.at ?? 0;
  return (
    <details className="rounded-2xl border-2 border-line bg-surface px-4 py-3">
      <summary className="font-semibold">The same in words</summary>
      <ol className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1">
        {rows.map((row, index) => (
          <li key={row.id}>
            <button
              type="button"
              onClick={() => onChoose(index)}
              aria-current={index === at ? 'step' : undefined}
              className="w-full rounded-md px-2 py-1 text-left break-words aria-[current]:bg-sunken aria-[current]:font-semibold"
            >
              <span className="mr-2 text-muted tabular-nums">{seconds(row.at - begun)}</span>
              {row.text}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
