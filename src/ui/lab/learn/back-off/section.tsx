import { payButton, type RetryPolicy, read } from '@/retry';
import { firstWindowMs, perTenthOfASecond } from '../arithmetic/sums';
import { WideTable } from '../figure-frame';
import { BackOffFigure } from '../figures';
import { Section, Source } from '../section';
import { seconds } from '../words';
import { histograms, shownSeed, stormOfTheShop } from './histogram';

interface Waits {
  readonly who: string;
  readonly attempts: string;
  readonly waits: string;
  readonly jitter: string;
}

const ofPolicy = ({ name, maxAttempts, baseMs, capMs, jitter }: RetryPolicy): Waits => ({
  who: `this shop, ${name}`,
  attempts: String(maxAttempts),
  waits: `${seconds(baseMs)}, ${seconds(capMs)}`,
  jitter,
});

/** Read in their sources; src/retry/README.md has more of them. */
const others: readonly Waits[] = [
  { who: 'AWS SDKs, standard mode', attempts: '3', waits: '0.1 s, 20 s', jitter: 'full' },
  {
    ...{ who: 'stripe-node', attempts: '3', waits: '0.5 s, 5 s' },
    jitter: 'half of the wait, never below 0.5 s: none in the first two',
  },
  { who: 'gRPC', attempts: 'at most 5', waits: 'set by the service', jitter: '0.8 to 1.2 of the wait' },
];

let drawn: ReturnType<typeof histograms> | undefined;

export function BackOffSection() {
  drawn ??= histograms(stormOfTheShop(shownSeed));
  return (
    <Section id="back-off-and-jitter">
      <p>
        A service that went down for a second made everybody fail in the same second. If all of them wait for
        one second, they are back in the same second too. Waiting twice as long each time (back-off) makes the
        waves rarer. Only chance (jitter) makes them flat.
      </p>
      <p>
        The usual forms: <em>full</em> draws from nothing up to the whole wait; <em>equal</em> keeps half of
        the wait and draws the other half; <em>decorrelated</em> draws from the base up to three times the
        last wait. The figure plays 1,000 clients through the policy of this shop’s own Pay button.
      </p>
      <BackOffFigure drawn={drawn} />
      <p>
        Pay uses {payButton.jitter} jitter with a base of {seconds(payButton.baseMs)} and a cap of{' '}
        {seconds(payButton.capMs)}: the wait never falls to nothing, and {payButton.maxAttempts} attempts
        outlive a restart of the shop. Its first wait is drawn from {seconds(firstWindowMs)}, so a thousand
        clients cannot arrive at fewer than {perTenthOfASecond(1_000, firstWindowMs)} in each 100 ms. A server
        can do better: let it say <code>Retry-After</code>, and say something else to everybody.
      </p>
      <div className="my-7 rounded-2xl border-2 border-line bg-surface p-4 sm:p-6">
        <WideTable label="Waits of others beside the shop’s">
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Attempts</th>
              <th scope="col">Base, cap</th>
              <th scope="col" className="min-w-52">
                Jitter
              </th>
            </tr>
          </thead>
          <tbody>
            {[ofPolicy(payButton), ofPolicy(read), ...others].map(({ who, attempts, waits, jitter }) => (
              <tr key={who}>
                <th scope="row" className="border-t-2 border-line font-semibold">
                  {who}
                </th>
                <td>{attempts}</td>
                <td>{waits}</td>
                <td>{jitter}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      </div>
      <p>
        Jitter is not everywhere where one expects it: with the two retries that it makes by default,
        stripe-node waits exactly half a second both times. The names come from the{' '}
        <Source href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">
          AWS Architecture Blog
        </Source>
        .
      </p>
    </Section>
  );
}
