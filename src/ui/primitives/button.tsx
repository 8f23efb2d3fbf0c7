import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';

const looks = {
  /** The one thing to do here. */
  primary: 'key-tangerine font-bold',
  /** Another thing that can be done. */
  secondary: 'key-paper font-semibold',
} as const;

const sizes = {
  small: 'min-h-10 rounded-lg px-3.5 text-[0.95rem] [--depth:4px]',
  medium: 'min-h-12 rounded-xl px-5',
} as const;

interface Appearance {
  readonly look?: keyof typeof looks;
  readonly size?: keyof typeof sizes;
}

function keyClass({ look = 'primary', size = 'medium' }: Appearance, className = ''): string {
  return `key ${looks[look]} ${sizes[size]} inline-flex items-center justify-center gap-2 text-center leading-tight ${className}`;
}

/** A key to press. `isBusy` keeps it focusable and says so; whether a press then counts is the handler's business. */
export function Button({
  look,
  size,
  isBusy = false,
  className,
  type = 'button',
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> &
  Appearance & { readonly isBusy?: boolean; readonly children: ReactNode }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || rest.disabled || undefined}
      className={keyClass(
        { ...(look && { look }), ...(size && { size }) },
        `disabled:opacity-60 aria-disabled:cursor-default ${className ?? ''}`,
      )}
    >
      {children}
    </button>
  );
}

/** A link that looks like a key. */
export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Appearance) {
  return <Link {...rest} className={keyClass({ ...(look && { look }), ...(size && { size }) }, className)} />;
}

export const linkClass =
  'rounded-sm font-semibold text-link underline decoration-2 underline-offset-4 hover:decoration-[3px]';
