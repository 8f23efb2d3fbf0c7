import { type Simulator, startSimulator } from './simulator';
import { StartError } from './start-error';

// The processor simulator as a process of its own. Its environment is read here and nowhere else.

try {
  const simulator = await startSimulator({
    port: wholeNumber('PROCESSOR_PORT', 4242, 65_535),
    host: process.env.HOST || '127.0.0.1',
    dataDir: process.env.PROCESSOR_DATA_DIR || '.data/processor',
    latencyMs: wholeNumber('PROCESSOR_LATENCY_MS', 0, 120_000),
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
