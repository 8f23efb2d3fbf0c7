import { CrashFigure } from '../figures';
import { Section } from '../section';

export function CrashSection() {
  return (
    <Section id="the-crash-in-the-middle">
      <p>
        Now the process is killed: a deployment, a full memory, a pulled plug. The dangerous place is small
        and cannot be removed. It lies between the moment in which the processor has charged and the moment in
        which the shop has written that down. No transaction spans both.
      </p>
      <CrashFigure
        title="Killed in the middle of a payment"
        hint="Choose where the process dies. The browser then tries again with its key."
        offered={['one_transaction']}
        offersProcessorKey
      />
      <p>
        What closes the gap is a second key. The shop calls the processor with a key of its own for this
        purchase, and sends it again after the crash with the very same parameters. The processor recognises
        it and gives back the one charge that it has made.
      </p>
      <p>
        That key must be the same after any crash, so it is derived from the purchase and never drawn anew,
        and no row id goes into it: a row may be rolled back, or lost in a failover. The parameters come from
        the frozen input for the same reason. The laboratory kills this shop at every exchange of a purchase,
        before and after, to see that it holds.
      </p>
    </Section>
  );
}
