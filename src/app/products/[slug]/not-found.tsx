import { NothingHere } from '@/ui/storefront/nothing-here';

export default function NotFound() {
  return (
    <NothingHere title="We do not sell that.">
      It may have been sold in another life, or its address was mistyped. Everything that can be pressed is in
      the shop.
    </NothingHere>
  );
}
