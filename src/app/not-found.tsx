import type { Metadata } from 'next';
import { ButtonLink } from '@/ui/primitives/button';
import { Picture } from '@/ui/primitives/picture';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <div className="flex flex-col items-center gap-5 py-16 text-center">
      <Picture
        src="/not-found.svg"
        loading="lazy"
        alt=""
        width={400}
        height={300}
        className="h-auto w-full max-w-sm"
      />
      <h1 className="text-4xl sm:text-5xl">Nothing is wired to this address.</h1>
      <p className="max-w-md text-lg text-muted">
        The page may have moved, or the link was mistyped. Everything that can be pressed is in the shop.
      </p>
      <ButtonLink href="/">Back to the shop</ButtonLink>
    </div>
  );
}
