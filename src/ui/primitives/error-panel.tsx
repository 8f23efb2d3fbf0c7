import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Picture } from './picture';

/** What stands in the place of something that could not be loaded. */
export function ErrorPanel({
  title,
  heading: Heading = 'h2',
  onRetry,
  children,
}: {
  readonly title: string;
  readonly heading?: 'h1' | 'h2';
  readonly onRetry: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-xl flex-col items-center gap-4 rounded-3xl border-2 border-line bg-surface px-6 py-10 text-center"
    >
      <Picture src="/not-found.svg" loading="lazy" alt="" width={400} height={300} className="h-auto w-56" />
      <Heading className="text-2xl sm:text-3xl">{title}</Heading>
      <p className="text-muted">{children}</p>
      <Button onClick={onRetry}>
        <RotateCw aria-hidden className="size-5" /> Try again
      </Button>
    </div>
  );
}
