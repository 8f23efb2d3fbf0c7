import type { Exit } from '../child';
import { freePort } from '../port';
import { launchStore, storeGraceMs, waitForStore } from '../processes';
import { shopEnvironment, testLogFile } from './log-files';

export interface StoreRequest {
  readonly databaseUrl: string;
  readonly processorUrl: string;
  /** Further settings of the shop, such as LEASE_MS. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port of a store that has ended, to come back at the same address. */
  readonly port?: number;
  readonly logFile?: string;
}

export interface TestStore {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** How it ended, once it has. */
  readonly exited: Promise<Exit>;
  /** Sends a signal and does not wait: SIGKILL is the crash, SIGSTOP the freeze. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it the way a supervisor does, and waits. */
  stop(): Promise<Exit>;
  /** Everything it has logged, at most the last 2000 lines. */
  log(): string;
}

/** A port that was free a moment ago may be taken by the time the store listens; then it is given another. */
const portTries = 3;

/** Starts the production build as a store of its own, and waits until it is ready. It ends with the test process. */
export async function startStore(request: StoreRequest): Promise<TestStore> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    const port = request.port ?? (await freePort());
    const store = launchStore({
      mode: 'start',
      host: '127.0.0.1',
      port,
      env: {
        ...shopEnvironment(request.databaseUrl, request.processorUrl),
        ...request.env,
      },
      logFile: request.logFile ?? testLogFile('store'),
    });
    const { child, url } = store;
    try {
      await waitForStore(store);
    } catch (error) {
      const isTaken = request.port === undefined && child.logTail(50).includes('EADDRINUSE');
      if (isTaken && tryNumber < portTries) continue;
      throw error;
    }
    return {
      url,
      port,
      pid: child.pid,
      exited: child.exited,
      kill: (signal) => void child.kill(signal),
      stop: () => child.stop(storeGraceMs),
      log: () => child.logTail(2000),
    };
  }
}
