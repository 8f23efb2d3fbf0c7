import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { type FieldName, fieldNames, isFieldName } from './checkout-values';
import { fieldId } from './form-fields';

/** What has to be mended before the purchase can be made, with a way to each field. It takes the focus when it appears. */
export function ErrorSummary({
  faults,
  ref,
}: {
  readonly faults: Partial<Record<FieldName, string>>;
  readonly ref: Ref<HTMLDivElement>;
}) {
  const names = Object.keys(fieldNames).filter(isFieldName);
  const wrong = names.filter((name) => faults[name] !== undefined);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      hidden={wrong.length === 0}
      data-accent="cherry"
      data-testid="error-summary"
      className="rounded-2xl border-2 border-[var(--accent)] bg-[color-mix(in_oklab,var(--accent)_10%,var(--surface))] p-4 sm:p-5"
    >
      <p className="flex items-center gap-2 font-display text-lg font-bold">
        <CircleAlert aria-hidden className="size-6 shrink-0" />
        {wrong.length === 1 ? 'One thing needs a look.' : `${wrong.length} things need a look.`} Nothing was
        sent.
      </p>
      <ul className="mt-2 grid gap-1 pl-8">
        {wrong.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(name))?.focus();
              }}
              className="rounded-sm font-semibold underline decoration-2 underline-offset-4"
            >
              {fieldNames[name]}
            </a>
            : {faults[name]}
          </li>
        ))}
      </ul>
    </div>
  );
}
