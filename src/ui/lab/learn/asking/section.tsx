import { SweeperFigure } from '../figures';
import { Section } from '../section';
import type { Times } from '../times';
import { seconds } from '../words';

export function AskingSection({ leaseMs, callTimeoutMs }: Times) {
  return (
    <Section id="a-processor-without-keys">
      <p>
        Some services take no key. Then a repeat is never safe, and the question has to be asked first: did
        you do it? A sweeper looks for claims whose owner is gone and asks by something that the service lets
        you set, such as a reference or metadata. It sends again only when the answer is a certain no.
      </p>
      <p>
        The trap is <em>when</em> it asks. “Not found” right after a time-out is no proof: the first call may
        be waiting in a queue, or the list may lag behind. An answer about the past counts only when nothing
        more can arrive from it.
      </p>
      <SweeperFigure callTimeoutMs={callTimeoutMs} leaseMs={leaseMs} />
      <p>
        So the sweeper waits until the lease is over, which must be longer than a call can take from its start
        to its effect. Drag the arrival past {seconds(leaseMs)} and see that nothing helps then: without keys,
        safety rests on a bound for how late a call can come. With keys it rests on nothing of the kind. The
        engine knows such services as <code>repeatable: false</code>, and wants to be told how to ask.
      </p>
    </Section>
  );
}
