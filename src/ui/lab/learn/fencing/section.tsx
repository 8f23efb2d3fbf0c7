import { FencingFigure } from '../figures';
import { Section, Source } from '../section';
import type { Times } from '../times';
import { seconds } from '../words';

export function FencingSection({ leaseMs, callTimeoutMs }: Times) {
  return (
    <Section id="leases-and-fencing">
      <p>
        A claim whose owner has died must not block its purchase for ever, so it is held under a lease:{' '}
        {seconds(leaseMs)} here, longer than the call to the processor ({seconds(callTimeoutMs)}) and the
        settling together. Then anybody may take over. But an owner that looks dead may only be paused, by a
        garbage collection or a suspended machine. It wakes up and goes on, as if no time had passed.
      </p>
      <FencingFigure />
      <p>
        Looking at the clock once more before the write does not help: the pause can come between the look and
        the write. What helps is a token that changes with each takeover, checked by the database in the write
        itself: <code>UPDATE .. WHERE token = $mine</code>. No row back means that somebody else owns the
        purchase. The fenced owner writes nothing more, reads the row again, and answers with what is there.
      </p>
      <p>
        Two limits. A fence protects the database, not a call that is already under way, which is why every
        owner sends the processor the same key. And a fact needs no token: “captured” is true whoever brings
        it. The token guards what only an owner may say: unknown, not made, undo. Martin Kleppmann’s{' '}
        <Source href="https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html">
          How to do distributed locking
        </Source>{' '}
        is the classic text on it.
      </p>
    </Section>
  );
}
