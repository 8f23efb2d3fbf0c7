'use client';

import { useLinkStatus } from 'next/link';

/**
 * Shows on a card that its page is on its way, when that takes long enough to be noticed. It stands inside of the link. A
 * product's page has no skeleton of its own: a product that there is not must be answered with 404, and a skeleton would
 * already have been a 200.
 */
export function OpeningHint() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      data-pending={pending}
      className="skeleton pointer-events-none invisible absolute inset-0 rounded-none opacity-70 delay-200 data-[pending=true]:visible"
    />
  );
}
