import type { ReactNode } from 'react';
import { ButtonLink } from '../primitives/button';
import { Picture } from '../primitives/picture';

/** The whole of a page that there is not, and the way back. */
export function NothingHere({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <p className="max-w-md text-lg text-muted">{children}</p>
      <ButtonLink href="/">Back to the shop</ButtonLink>
    </div>
  );
}
