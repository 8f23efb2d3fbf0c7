import { type Simulator, startSimulator } from './simulator';
import { StartError } from './start-error';
import { type WebhookAddress, webhookSecret, webhookUrl } from './webhook-address';

// The processor simulator as a process of its own. Its environment is read here and nowhere else.

try {
  const simulator = await startSimulator({
    port: wholeNumber('PROCESSOR_PORT', 4242, 65_535),
    host: process.env.HOST || '127.0.0.1',
    dataDir: process.env.PROCESSOR_DATA_DIR || '.data/processor',
    latencyMs: wholeNumber('PROCESSOR_LATENCY_MS', 0, 120_000),
    ...webhook(),
  });
  stopWhenAsked(simulator);
  console.log(`processor listening on ${simulator.url}`);
  const reason = await simulator.failed;
  console.error(`The journal cannot be written any more (${reason.message}), so the simulator stops.`);
  process.exit(1);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** On a signal, or when the parent that holds the other end of the channel dies: answer what is under way, then end. */
function stopWhenAsked(simulator: Simulator): void {
  const stop = () => {
    simulator.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
}

function wholeNumber(name: string, otherwise: number, maximum: number): number {
  const given = process.env[name];
  if (given === undefined || given === '') return otherwise;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value <= maximum)) {
    throw new StartError(`${name} must be a whole number from 0 to ${maximum}, but it is "${given}".`);
  }
  return value;
}

/** Both or neither: an address without its secret could send nothing that a receiver accepts. */
function webhook(): { webhook?: WebhookAddress } {
  const { PROCESSOR_WEBHOOK_URL: url = '', PROCESSOR_WEBHOOK_SECRET: secret = '' } = process.env;
  if (url === '' && secret === '') return {};
  if (!webhookUrl.safeParse(url).success) {
    throw new StartError(`PROCESSOR_WEBHOOK_URL must be an http or https URL, but it is "${url}".`);
  }
  if (!webhookSecret.safeParse(secret).success) {
    throw new StartError('PROCESSOR_WEBHOOK_SECRET must be whsec_ and 1 to 200 visible characters.');
  }
  return { webhook: { url, secret } };
}
