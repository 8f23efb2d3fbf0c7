import { Button } from '@/ui/primitives/button';
import type { Detail, Row } from './rows';

interface Properties {
  readonly at: number;
  readonly count: number;
  readonly row: Row | undefined;
  readonly detail: Detail;
  readonly onGo: (index: number) => void;
  readonly onDetail: (detail: Detail) => void;
}

/** Goes through a run: by step, by the slider, by the arrow keys. What it stands at is said aloud. */
export function Stepper({ at, count, row, detail, onGo, onDetail }: Properties) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="secondary" size="small" disabled={at <= 0} onClick={() => onGo(at - 1)}>
          Back
        </Button>
        <Button look="secondary" size="small" disabled={at >= count - 1} onClick={() => onGo(at + 1)}>
          Forward
        </Button>
        <label className="flex min-w-48 flex-1 items-center gap-3">
          <span className="text-sm font-semibold whitespace-nowrap tabular-nums">
            {at + 1} of {count}
          </span>
          <input
            type="range"
            min={1}
            max={Math.max(count, 1)}
            value={at + 1}
            onChange={({ target }) => onGo(Number(target.value) - 1)}
            className="h-6 w-full accent-[var(--focus)]"
            aria-valuetext={row?.text}
          />
        </label>
        <label className="flex min-h-10 items-center gap-2 text-sm font-semibold">
          <input
            type="checkbox"
            checked={detail === 'statements'}
            onChange={({ target }) => onDetail(target.checked ? 'statements' : 'transactions')}
            className="size-5 accent-[var(--focus)]"
          />
          every statement
        </label>
      </div>
      <p aria-live="polite" className="min-h-6 font-semibold">
        {row?.text}
      </p>
    </div>
  );
}
