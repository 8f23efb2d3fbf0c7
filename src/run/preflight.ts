import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Complaint } from './complaint';
import type { RunSettings } from './environment';
import { own } from './ownership';
import { poll } from './poll';
import { listenProblem } from './port';
import { dataRoot } from './project';

/** The processes of a killed run notice it and end within this time, and give their ports back. */
const leftoverBoundMs = 20_000;

function checkDataFolder(): void {
  try {
    mkdirSync(dataRoot, { recursive: true });
    accessSync(dataRoot, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Complaint(`The data folder ${dataRoot} cannot be used (${reason}). Make it a folder of yours.`);
  }
}

async function checkPort(name: string, port: number, host: string, boundMs: number): Promise<void> {
  const outcome = await poll(boundMs, async () => {
    const problem = await listenProblem(port, host);
    return problem === 'EADDRINUSE' ? undefined : { problem };
  });
  const problem = outcome === undefined ? 'EADDRINUSE' : outcome.problem;
  if (problem === undefined) return;
  const meanings: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. End that one, or set ${name} to a free port.`,
    EACCES: `Port ${port} may not be used by this user. Set ${name} to a port above 1023.`,
  };
  throw new Complaint(
    meanings[problem] ?? `Nothing can listen on ${host}, port ${port} (${problem}). Check HOST and ${name}.`,
  );
}

/**
 * Checks what would make the run fail later, before any slow step, and makes this process the only run of the clone.
 * Returns the function that gives that up.
 */
export async function checkBeforeStart(settings: RunSettings): Promise<() => void> {
  if (settings.usesStripe && settings.sessionSecret === undefined) {
    throw new Complaint(
      'SESSION_SECRET is missing. With a key of Stripe it must be set, to 32 characters or more.',
    );
  }
  if (settings.port === settings.processorPort && !settings.usesStripe) {
    throw new Complaint(
      `PORT and PROCESSOR_PORT are both ${settings.port}. Set one of them to another port.`,
    );
  }
  checkDataFolder();
  const ownership = own(path.join(dataRoot, 'run.lock'));
  if (!ownership.owned) {
    throw new Complaint(
      `Doubletap already runs from this clone (process ${ownership.pid}). Stop that one with Ctrl-C first.`,
    );
  }
  const release = () => void ownership.release();
  try {
    const boundMs = ownership.isTakenOver ? leftoverBoundMs : 0;
    await checkPort('PORT', settings.port, settings.host, boundMs);
    if (!settings.usesStripe) {
      await checkPort('PROCESSOR_PORT', settings.processorPort, settings.host, boundMs);
    }
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
