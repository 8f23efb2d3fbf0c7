import type { Metadata } from 'next';
import { WiresPage } from '@/ui/lab/wires/wires-page';
import { OwnClient } from '@/ui/own-client';

export const metadata: Metadata = {
  title: 'The wires of this shop',
  description: 'Break a wire of this very shop, and watch your own purchase cross it.',
};

export default function Page() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-4">
      <header className="grid gap-2">
        <h1 className="text-4xl">The wires of this shop</h1>
        <p className="max-w-prose text-lg text-muted">
          Every message of this shop crosses a wire that can be broken. Break it, buy something, and see what
          the page says, and how often you are charged.
        </p>
      </header>
      <OwnClient>
        <WiresPage />
      </OwnClient>
    </div>
  );
}
