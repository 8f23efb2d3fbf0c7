import { PaymentStatesFigure } from '../figures';
import { Section } from '../section';
import type { Times } from '../times';
import { seconds } from '../words';

export function InDoubtSection({ giveUpAgeMs, processorKeyMemoryMs, callTimeoutMs }: Times) {
  return (
    <Section id="in-doubt">
      <p>
        The processor does not answer within {seconds(callTimeoutMs)}. Is the payment made? Nobody in the shop
        knows, so nobody may say. “Failed” would be a guess, and a guess invites a second payment. The payment
        is <em>in doubt</em>, a state of its own, and the shopper is told so: we are checking, you will not be
        charged twice.
      </p>
      <p>
        Only facts lead out of doubt. The processor says “captured” or “declined”, in an answer, in a message
        or when it is asked; or the shop closes the purchase there, so that “not made” is true from then on.
      </p>
      <PaymentStatesFigure />
      <p>
        Until {seconds(giveUpAgeMs)} after the first attempt, the worker finishes a purchase that nobody came
        back for, with the same key. After that nobody sends it any more: it is given up, with a request that
        uses the key up without charging. The processor forgets keys in its turn, so past{' '}
        {seconds(processorKeyMemoryMs)} the shop only looks.
      </p>
      <p>
        Behind it all stands reconciliation. It reads what the processor really charged and compares it with
        the books. A charge that turns up for a purchase that was given up is recorded, given back and shown
        to the operator. It is never dropped.
      </p>
    </Section>
  );
}
