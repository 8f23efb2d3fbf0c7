import { sections } from './sections';

/** The list of sections. Beside the text where there is room, above it where there is none. */
export function Contents() {
  const list = (
    <ol className="grid gap-0.5 text-base">
      {Object.entries(sections).map(([id, { title }], index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-8 gap-2 rounded-sm py-1 leading-snug hover:underline max-lg:min-h-11 max-lg:items-center"
          >
            <span aria-hidden className="w-5 shrink-0 text-right text-muted tabular-nums">
              {index + 1}
            </span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto pr-2 lg:block"
      >
        {list}
      </nav>
      <details className="rounded-2xl border-2 border-line bg-surface px-4 py-2 lg:hidden">
        <summary className="py-2 font-semibold">Contents</summary>
        <nav aria-label="Contents">{list}</nav>
      </details>
    </>
  );
}
