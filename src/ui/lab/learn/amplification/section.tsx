import { AmplificationFigure } from '../figures';
import { Section, Source } from '../section';

export function AmplificationSection() {
  return (
    <Section id="retry-amplification">
      <p>
        With keys a retry is safe. It is still a request, and in a system of layers each layer’s retries are
        multiplied by those above it. Three layers that each try three times make 27 requests of one click,
        and they do it when the service at the bottom can bear them least.
      </p>
      <AmplificationFigure />
      <p>
        Google’s <Source href="https://sre.google/sre-book/addressing-cascading-failures/">SRE book</Source>{' '}
        warns of 64 with three layers of four attempts, the{' '}
        <Source href="https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/">
          Amazon Builders’ Library
        </Source>{' '}
        of 243 with five layers of three. The rule of both: retry in one layer. Here it is the browser,
        because that is where somebody waits. The shop makes one attempt at the processor, and tells the truth
        when it fails.
      </p>
    </Section>
  );
}
