import { InboxFigure } from '../figures';
import { Section } from '../section';

export function InboxSection() {
  return (
    <Section id="the-inbox">
      <p>
        The processor also sends messages: a payment was captured, a refund has failed. It delivers each until
        it is acknowledged, so it may come twice, late, or before the answer that it is about. “At least once”
        is all that a network can promise; “once” is what the receiver makes of it.
      </p>
      <p>
        The receiver keeps an inbox, a table of the ids that it has handled. The question is the same as with
        the key: what commits together?
      </p>
      <InboxFigure />
      <p>
        The id goes into the transaction of its effect. If that rolls back, the id is forgotten with it, and
        the next delivery does it all again. The acknowledgement comes after the commit.
      </p>
      <p>
        That leaves the order of arrival. This shop takes a message for a hint that something has changed: it
        asks the processor how things stand now, and settles that. So an old notice of failure cannot undo a
        payment that has been captured since, and a message for a purchase that is not here yet waits in the
        inbox.
      </p>
    </Section>
  );
}
