'use client';
import { type ReactNode, useId } from 'react';
import { Button } from '../../primitives/button';
import { SelectField } from '../../primitives/field';

/** One of several, in the browser's own control. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly options: Readonly<Partial<Record<Value, string>>>;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}) {
  const id = useId();
  const isOption = (text: string): text is Value => Object.hasOwn(options, text);
  return (
    <SelectField
      id={id}
      label={label}
      value={value}
      isOptional={false}
      onChange={({ target }) => {
        if (isOption(target.value)) onChoose(target.value);
      }}
    >
      {Object.entries<string | undefined>(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** A number to drag. The output beside it says it in words. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  say,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly say: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="shrink-0 tabular-nums">
          {say(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={say(value)}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-11 w-full accent-focus"
      />
    </div>
  );
}

export function Tick({
  isOn,
  onChange,
  children,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-focus"
      />
      <span>{children}</span>
    </label>
  );
}

/** Where chance comes from: the same seed draws the same numbers, on every machine. */
export function SeedField({
  seed,
  onChange,
}: {
  readonly seed: string;
  readonly onChange: (seed: string) => void;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Seed
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          type="text"
          value={seed}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          className="block h-12 w-full min-w-0 rounded-xl border-2 border-line-strong bg-surface px-3.5 text-base text-text"
        />
        <Button look="secondary" onClick={() => onChange(String(Math.floor(Math.random() * 1_000_000)))}>
          Draw
        </Button>
      </div>
    </div>
  );
}
