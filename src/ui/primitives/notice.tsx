import { CircleAlert, CircleCheck, Hourglass, Info } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const tones = {
  info: { icon: Info, accent: 'sky' },
  success: { icon: CircleCheck, accent: 'mint' },
  waiting: { icon: Hourglass, accent: 'sun' },
  danger: { icon: CircleAlert, accent: 'cherry' },
} as const;

export type NoticeTone = keyof typeof tones;

/** Something the shopper should know, with a heading of its own where it has one. */
export function Notice({
  tone = 'info',
  title,
  children,
  ...rest
}: Omit<ComponentProps<'div'>, 'title'> & {
  readonly tone?: NoticeTone;
  readonly title?: ReactNode;
}) {
  const { icon: Icon, accent } = tones[tone];
  return (
    <div
      {...rest}
      data-accent={accent}
      className="flex gap-3 rounded-2xl border-2 border-[color-mix(in_oklab,var(--accent)_70%,var(--surface))] bg-[color-mix(in_oklab,var(--accent)_14%,var(--surface))] p-4"
    >
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        {title && <p className="font-display text-lg leading-snug font-bold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
