import type { Metadata } from 'next';
import { WaysPage } from '@/ui/lab/ways/ways-page';

export const metadata: Metadata = {
  title: 'Three ways to take a payment',
  description: 'The same three attempts with lost answers: three charges, three charges, one.',
};

export default function Page() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-4">
      <header className="grid gap-2">
        <h1 className="text-4xl">Two ways to be wrong, and one to be right</h1>
        <p className="max-w-prose text-lg text-muted">
          A shopper presses Pay once. The answer is lost on its way back, twice, so that the page sends three
          attempts. How often is the card charged?
        </p>
      </header>
      <WaysPage />
    </div>
  );
}
