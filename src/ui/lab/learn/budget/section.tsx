import { retryLimits, sheddingLimits } from '@/retry';
import { BudgetFigure } from '../figures';
import { Section } from '../section';

const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;

export function BudgetSection() {
  return (
    <Section id="the-retry-budget">
      <p>
        Back-off decides <em>when</em> a client comes back. When everything is down, what matters is{' '}
        <em>whether</em>. A client that has seen nothing but failures for a minute will not be helped by its
        next hundred retries, and the service will not either.
      </p>
      <p>
        A budget settles that. Each original request puts {percent(retryLimits.ratio)} of a token into a
        bucket, each retry takes a whole one out, and {retryLimits.floorPerMinute} a minute are free, so that
        those with little traffic can retry at all. The figure asks the very bucket that the shop uses.
      </p>
      <BudgetFigure />
      <p>
        In quiet times nobody notices it: single failures are repeated. In bad times the load grows by a tenth
        instead of tripling. The same bucket stands on the other side too: a shop that is saturated turns
        repeats away above {percent(sheddingLimits.ratio)} of its traffic. It never turns away a key that it
        knows, because that answer costs one read, and somebody waits for it.
      </p>
    </Section>
  );
}
