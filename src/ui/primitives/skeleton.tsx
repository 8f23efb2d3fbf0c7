import type { ReactNode } from 'react';

/** The place of something that is still coming, in its size. What is being waited for is said once, by {@link Loading}. */
export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />;
}

/** Says to a screen reader that something is being loaded, around the skeletons that say so to the eye. */
export function Loading({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <div aria-busy>
      <p role="status" className="sr-only">
        Loading {what}
      </p>
      {children}
    </div>
  );
}
