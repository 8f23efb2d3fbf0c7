import pg from 'pg';
import { keepBusy, type Steady } from '../steady';
import type { PurchaseScript } from './purchase';
import { fill } from './template';

/** One purchase: how long it took, in milliseconds, and when it was done, of the clock of `performance.now()`. */
export interface SaidPurchase {
  readonly tookMs: number;
  readonly endedAt: number;
}

/** Says the statements of purchases through node-postgres, as the shop's own driver does, and does nothing else. */
export class DriverRun {
  #prepared: string[][] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly script: PurchaseScript,
  ) {}

  /** Prepares more purchases, until there are so many that nobody has made. */
  async becomeAtLeast(count: number): Promise<void> {
    const missing = count - this.#prepared.length;
    if (missing > 0) this.#prepared.push(...(await this.script.prepare(missing)));
  }

  /**
   * So many at a time, each over a connection of its own and the next as soon as the last one is done. Rejects where a statement
   * fails.
   */
  async keepSaying(together: number, forMs: number): Promise<Steady<SaidPurchase>> {
    const clients = Array.from(
      { length: together },
      () => new pg.Client({ connectionString: this.databaseUrl }),
    );
    try {
      for (const client of clients) await client.connect();
      return await keepBusy((caller) => this.#make(clients[caller]), together, forMs);
    } finally {
      for (const client of clients) await client.end();
    }
  }

  async #make(client: pg.Client | undefined): Promise<SaidPurchase> {
    const owns = this.#prepared.pop();
    if (!owns || !client) throw new Error('every purchase that was prepared is made');
    const beganAt = performance.now();
    await this.#say(client, owns);
    const endedAt = performance.now();
    return { tookMs: endedAt - beganAt, endedAt };
  }

  async #say(client: pg.Client, owns: readonly string[]): Promise<void> {
    for (const { text, name, values, isSimple } of this.script.template.statements) {
      if (isSimple) await client.query(text);
      else {
        const filled = values.map((value) => fill(value, owns));
        await client.query({ text, values: filled, ...(name === '' ? {} : { name }) });
      }
    }
  }
}
