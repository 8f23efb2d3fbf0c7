'use client';
import { useId, useState } from 'react';
import { FigureFrame } from '../figure-frame';
import { adviceOf, type Row, rowAnswers, rows } from './row-answers';

export function RowFigure() {
  const [row, setRow] = useState<Row>('in_progress');
  const group = useId();
  const { does, why, reason } = rowAnswers[row];
  return (
    <FigureFrame
      title="What an attempt meets"
      hint="An attempt arrives with a key. What it finds in the table decides what it does."
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">The attempt finds</legend>
        {(Object.keys(rows) as Row[]).map((name) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === row}
              onChange={() => setRow(name)}
              className="size-5 shrink-0 accent-focus"
            />
            {rows[name]}
          </label>
        ))}
      </fieldset>
      <div aria-live="polite" className="min-h-56 rounded-xl bg-sunken p-4 sm:min-h-40">
        <p className="font-semibold">{does}</p>
        <p className="mt-2">{why}</p>
        {reason && (
          <p className="mt-3">
            <code>{adviceOf(reason)}</code>
          </p>
        )}
      </div>
    </FigureFrame>
  );
}
