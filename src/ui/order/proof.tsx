import type { OrderOfShopper } from '../queries';
import { wordsOfProof } from './order-words';

/** What reached the shop, next to what was charged: the point of the shop, in three numbers. */
export function Proof({ order }: { readonly order: OrderOfShopper }) {
  const { charges, title, text } = wordsOfProof(order);
  return (
    <section
      aria-labelledby="proof"
      data-testid="proof"
      className="console rounded-[2rem] p-5 text-paper sm:p-7 print:p-0"
    >
      <h2 id="proof" className="text-2xl sm:text-3xl">
        {title}
      </h2>
      {/* An attempt is noted when it has been answered: until the first was, no number is known. */}
      {order.attempts > 0 && (
        <dl className="mt-5 grid grid-cols-3 gap-2.5 sm:gap-4 print:hidden">
          <Count label="Attempts" value={order.attempts} />
          <Count label="Requests" value={order.requests} />
          <Count label="Charges" value={charges ?? '?'} isHero />
        </dl>
      )}
      <p className="mt-5 text-[#dcd6f0] print:mt-0">{text}</p>
    </section>
  );
}

function Count({
  label,
  value,
  isHero = false,
}: {
  readonly label: string;
  readonly value: number | string;
  readonly isHero?: boolean;
}) {
  return (
    <div className="flex flex-col-reverse rounded-2xl border-2 border-[#4d447f] bg-[#14112a] px-2 py-3 text-center shadow-[inset_0_3px_8px_#0009]">
      <dt className="text-sm text-[#cfc8e6]">{label}</dt>
      <dd
        className={`font-display text-4xl font-extrabold tabular-nums sm:text-5xl ${isHero ? 'text-mint' : 'text-sun'}`}
      >
        {value}
      </dd>
    </div>
  );
}
