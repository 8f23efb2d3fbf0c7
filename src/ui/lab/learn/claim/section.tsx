import { RowFigure } from '../figures';
import { Section } from '../section';

export function ClaimSection() {
  return (
    <Section id="claim-before-work">
      <p>
        Remembering the answer is not enough: while the first attempt is still at work there is no answer yet.
        So the shop writes the key down <em>before</em> it does anything, as a claim: this purchase is being
        worked on. Whoever comes second finds the claim and knows.
      </p>
      <RowFigure />
      <p>
        The row also holds a fingerprint of the input, a hash over its canonical form. A key that comes back
        with another amount is neither a repeat nor a new purchase. It is a mistake, and is told so at once.
      </p>
      <p>
        Not every answer is stored. An answer after which the browser gives its key up (paid, declined, sold
        out) is stored before it is sent. “Try again with the same key” never is: stored, it would be repeated
        for a day.
      </p>
    </Section>
  );
}
