import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '@/run/complaint';
import { listenProblem } from '@/run/port';
import { type Postgres, type PostgresSettings, startPostgres } from '@/run/postgres/server';
import { until } from '@/run/testbed/until';
import type { Running } from './member';

/** How often a start is tried: after the server alone was killed, its backends hold the shared memory for a moment. */
const tries = 40;

/** A PostgreSQL of a shop's own, which may be killed and started again on its data. */
export class OwnPostgres {
  #server: Postgres | undefined;

  constructor(private readonly settings: Omit<PostgresSettings, 'logFile'>) {}

  get port(): number {
    return this.#running.port;
  }

  url(databaseName: string): string {
    return this.#running.url(databaseName);
  }

  get #running(): Postgres {
    if (this.#server === undefined) throw new Error('PostgreSQL has never been started');
    return this.#server;
  }

  /** Starts it; once more after its end, at the same port. */
  async start(logFile: string): Promise<Running> {
    const before = this.#server;
    if (before !== undefined) {
      await before.stop(); // lets go of the folder
      const isFree = async () => (await listenProblem(before.port, '127.0.0.1')) === undefined;
      await until(`port ${before.port} is free again`, isFree);
    }
    const server = await this.#startPatiently(logFile);
    this.#server = server;
    return {
      pid: server.pid,
      exited: server.child.exited,
      kill: (signal) => void process.kill(server.pid, signal),
      stop: server.stop,
    };
  }

  async #startPatiently(logFile: string): Promise<Postgres> {
    for (let left = tries; ; left -= 1) {
      try {
        return await startPostgres({ ...this.settings, logFile });
      } catch (error) {
        if (!(error instanceof Complaint) || left === 1) throw error;
        await sleep(250);
      }
    }
  }
}
