import { ChevronDown, CircleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface Described {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  readonly className?: string;
}

const controlClass =
  'block h-12 w-full rounded-xl border-2 border-line-strong bg-surface px-3.5 text-base text-text placeholder:text-muted aria-invalid:border-danger';

/** What a control is told by: its hint, and its error. */
function describedBy({ id, hint, error }: Described): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
}

/** A label, a control, and what is to be said of it. */
function Frame({ described, children }: { readonly described: Described; readonly children: ReactNode }) {
  const { id, label, hint, error, isOptional, className = '' } = described;
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label} {isOptional && <span className="font-normal text-muted">(optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

type Inherited<Tag extends 'input' | 'select'> = Omit<ComponentProps<Tag>, 'id' | 'className'>;

/** One line of text with its label; the error is linked to it. `trailing` stands inside, at its end. */
export function TextField({
  trailing,
  ...props
}: Described & Inherited<'input'> & { readonly trailing?: ReactNode }) {
  const { label: _label, hint: _hint, error, isOptional = false, className: _className, ...input } = props;
  return (
    <Frame described={props}>
      <div className="relative">
        <input
          type="text"
          {...input}
          aria-required={!isOptional}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          className={`${controlClass} ${trailing ? 'pr-16' : ''}`}
        />
        {trailing && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center">{trailing}</span>
        )}
      </div>
    </Frame>
  );
}

/** A choice of the browser's own kind, which every phone and every autofill knows. */
export function SelectField(props: Described & Inherited<'select'>) {
  const { label: _label, hint: _hint, error, isOptional = false, className: _className, ...select } = props;
  return (
    <Frame described={props}>
      <div className="relative">
        <select
          {...select}
          aria-required={!isOptional}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(props)}
          className={`${controlClass} appearance-none pr-11`}
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
        />
      </div>
    </Frame>
  );
}
