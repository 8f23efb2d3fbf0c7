import { ArithmeticFigure } from '../figures';
import { Section } from '../section';

export function ArithmeticSection({ retentionMs }: { readonly retentionMs: number }) {
  return (
    <Section id="the-arithmetic">
      <p>
        “It hardly ever happens” is a number, and it can be worked out. One time-out in 1,000 at 100 payments
        a second is one every ten seconds: 8,640 a day.
      </p>
      <ArithmeticFigure retentionMs={retentionMs} />
      <p>
        The last sum is the price of it: a day of keys at 100 a second is 8.6 million rows. They are small and
        read by primary key, and a reaper removes what is over. It leaves the unresolved ones alone, whatever
        their age.
      </p>
    </Section>
  );
}
