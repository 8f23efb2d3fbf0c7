import { type ReactNode, useId } from 'react';

/** A numbered part of the checkout. */
export function FormSection({
  step,
  title,
  aside,
  children,
}: {
  readonly step: number;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-3xl border-2 border-line bg-surface p-5 sm:p-7">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="flex items-center gap-3 text-2xl">
          <span
            aria-hidden
            className="grid size-9 place-items-center rounded-lg bg-sun text-lg text-ink shadow-[0_3px_0_#b57c00]"
          >
            {step}
          </span>
          {title}
        </h2>
        {aside}
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">{children}</div>
    </section>
  );
}
