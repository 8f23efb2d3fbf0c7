import { PurchaseFigure } from '../figures';
import { Section, Source } from '../section';
import type { Times } from '../times';
import { seconds } from '../words';

export function KeySection({ retentionMs }: Pick<Times, 'retentionMs'>) {
  return (
    <Section id="the-key">
      <p>
        The shop has to be told which requests are one purchase. An idempotency key does that: a random name,
        sent in the <code>Idempotency-Key</code> header, the same for every attempt. The shop remembers what
        it answered to a key, and repeats it.
      </p>
      <p>
        All depends on <em>when</em> the key is made: once, at the press of Pay, before the first send, and
        kept so that it survives a reload. A key that is made where the request is sent is a new one each
        time, and as good as none. It is the most common mistake with keys, because everything looks right
        until an answer is lost.
      </p>
      <PurchaseFigure
        title="The same press, with a key"
        hint="Compare the three ways under the same losses."
        offered={['one_key', 'new_key_each_attempt', 'no_key']}
      />
      <p>
        A key belongs to a scope: whose it is, and for which operation. Two shoppers who happen to send the
        same key must never see each other’s answers. And it has an end: this shop repeats an answer for{' '}
        {seconds(retentionMs)}; after that, the key is new. What has to stay unique for longer, such as one
        live order for each cart, needs a constraint of its own.
      </p>
      <p>
        The header is written down in an{' '}
        <Source href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">
          IETF draft
        </Source>
        , and <Source href="https://docs.stripe.com/api/idempotent_requests">Stripe’s API</Source> has made it
        widely known.
      </p>
    </Section>
  );
}
