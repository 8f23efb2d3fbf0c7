import type { ReactNode } from 'react';
import { linkClass } from '../../primitives/button';
import { scenarios } from './scenarios';
import { type SectionData, type SectionId, sections } from './sections';

/** One idea: its text, its figure, the code that does it, and the scenario in which it happens for real. */
export function Section({ id, children }: { readonly id: SectionId; readonly children: ReactNode }) {
  const { title, code, scenarios: live }: SectionData = sections[id];
  const number = Object.keys(sections).indexOf(id) + 1;
  return (
    <section aria-labelledby={id} className="border-t-2 border-line pt-10 pb-6 first-of-type:border-0">
      <h2 id={id} className="text-3xl sm:text-4xl">
        <span aria-hidden className="mr-2 text-muted tabular-nums">
          {number}
        </span>
        {title}
      </h2>
      <div className="mt-4 [&>p]:mt-4 [&>p]:max-w-[68ch]">{children}</div>
      {(code.length > 0 || live.length > 0) && (
        <dl className="mt-6 grid gap-2 text-base sm:grid-cols-[auto_1fr] sm:gap-x-4">
          {code.length > 0 && (
            <>
              <dt className="font-semibold">In the code</dt>
              <dd className="flex flex-wrap gap-x-4 gap-y-1">
                {code.map((path) => (
                  <code key={path} className="min-w-0 break-all">
                    {path}
                  </code>
                ))}
              </dd>
            </>
          )}
          {live.length > 0 && (
            <>
              <dt className="font-semibold">Live</dt>
              <dd className="flex flex-wrap gap-x-4 gap-y-1">
                {live.map((scenario) => (
                  <a key={scenario} href={`/lab?scenario=${scenario}`} className={linkClass}>
                    {scenarios[scenario]}
                  </a>
                ))}
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}

/** A page elsewhere that says it too. */
export function Source({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} rel="external" className={linkClass}>
      {children}
    </a>
  );
}
