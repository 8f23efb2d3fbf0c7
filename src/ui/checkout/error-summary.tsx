import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { fieldId } from './form-fields';
import type { Fault } from './use-faults';

/**
 * What has to be mended before the purchase can be made, with a way to each field. It takes the focus when it appears, and is read out
 * by that: as a live region too it would be read twice, and again with each field that is mended.
 */
export function ErrorSummary({
  faults,
  ref,
}: {
  readonly faults: readonly Fault[];
  readonly ref: Ref<HTMLElement>;
}) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      aria-describedby="error-summary-list"
      hidden={faults.length === 0}
      data-accent="cherry"
      data-testid="error-summary"
      className="rounded-2xl border-2 border-[var(--accent)] bg-[color-mix(in_oklab,var(--accent)_10%,var(--surface))] p-4 sm:p-5"
    >
      <h2 id="error-summary-title" className="flex items-center gap-2 text-lg leading-snug">
        <CircleAlert aria-hidden className="size-6 shrink-0" />
        {faults.length === 1 ? 'One thing needs a look.' : `${faults.length} things need a look.`} Nothing was
        sent.
      </h2>
      <ul id="error-summary-list" className="mt-2 grid gap-1 pl-8">
        {faults.map(({ name, label, message }) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId(name))?.focus();
              }}
              className="inline-block rounded-sm py-0.5 font-semibold underline decoration-2 underline-offset-4"
            >
              {label}
            </a>
            : {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
