import { CrashFigure } from '../figures';
import { Section, Source } from '../section';

export function OneTransactionSection() {
  return (
    <Section id="one-transaction">
      <p>
        With the processor’s key there is one charge. There can still be two orders. If the claim commits
        first and the order a moment later, a crash between them leaves a claim that cannot say whether its
        order was made. Whoever takes over begins from the start, and makes another.
      </p>
      <CrashFigure
        title="What is committed together"
        hint="The processor knows the purchase’s key here. Watch the orders."
        offered={['claim_apart', 'record_last', 'one_transaction']}
        offersProcessorKey={false}
      />
      <p>
        So what belongs together commits together. The claim, the order, its stock and its promo code are one
        transaction; the outcome, the ledger entries, the receipt’s job and the stored answer are another.
        Between them lies the call to the processor, outside any transaction, because a transaction that waits
        for a network holds its locks meanwhile. A takeover reads in the row which phase is due, and goes on
        from there.
      </p>
      <p>
        Brandur Leach describes such phases well in{' '}
        <Source href="https://brandur.org/idempotency-keys">
          Implementing Stripe-like Idempotency Keys in Postgres
        </Source>
        .
      </p>
    </Section>
  );
}
