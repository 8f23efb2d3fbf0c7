import type { Metadata } from 'next';
import { NothingHere } from '@/ui/storefront/nothing-here';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <NothingHere title="Nothing is wired to this address.">
      The page may have moved, or the link was mistyped. Everything that can be pressed is in the shop.
    </NothingHere>
  );
}
