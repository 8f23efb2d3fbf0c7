import pg from 'pg';
import { fetchBooks } from '@/run/testbed/processor';
import type { OpenedMessage, RunEvent, Wires } from '@/ui/lab/protocol';
import { WireControl } from '@/wire/client';
import { Refused } from '@/wire/loopback';
import { demoBreaks } from './demo-breaks';
import { DemoPurchases } from './demo-purchases';
import type { RunLog } from './run-log';

export interface DemoSite {
  /** The control address of the wire that the shop's processes talk over. */
  readonly wireUrl: string;
  readonly databaseUrl: string;
  readonly processorUrl: string;
}

/** The demo's own shop: its wires can be broken, and its purchases watched. Its data is only read. */
export class Demo {
  readonly #wire: WireControl;
  readonly #pool: pg.Pool;
  readonly #purchases: DemoPurchases;
  #broken: string | null = null;
  #stopWatching: () => void = () => undefined;

  constructor({ wireUrl, databaseUrl, processorUrl }: DemoSite) {
    this.#wire = new WireControl(wireUrl);
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 5_000 });
    this.#pool.on('error', () => undefined); // the server was hit while nobody asked
    this.#purchases = new DemoPurchases({
      wire: this.#wire,
      sql: async (text, values = []) => (await this.#pool.query(text, [...values])).rows,
      books: () => fetchBooks(processorUrl),
    });
  }

  async open(): Promise<void> {
    this.#stopWatching = await this.#purchases.watch();
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#pool.end();
  }

  async wires(): Promise<Wires> {
    const counts = await this.#wire.ruleCounts();
    const acted = counts.reduce((sum, count) => sum + count.acted, 0);
    return {
      breaks: demoBreaks.map(({ id, title, story }) => ({ id, title, story })),
      broken: this.#broken === null ? null : { id: this.#broken, acted },
    };
  }

  /** Breaks the wires in one way; null mends them. */
  async break(id: string | null): Promise<Wires> {
    const chosen = demoBreaks.find((candidate) => candidate.id === id);
    if (id !== null && !chosen) throw new Refused(404, `There is no way ${id} to break the wires.`);
    await this.#wire.setRules(chosen?.rules ?? []);
    this.#broken = id;
    return this.wires();
  }

  get purchases() {
    return this.#purchases.runs.map(({ id, events }) => ({ key: id, at: events[0]?.at ?? 0 }));
  }

  find(key: string): RunLog<RunEvent> {
    const run = this.#purchases.find(key);
    if (!run) throw new Refused(404, `No purchase with the key ${key} was seen, or not lately.`);
    return run;
  }

  async openMessage(key: string, messageId: number): Promise<OpenedMessage> {
    const isTold = this.find(key).events.some(
      (event) => event.type === 'message' && event.message.id === messageId,
    );
    const contents = isTold && (await this.#wire.contents(messageId).catch(() => undefined));
    if (!contents) throw new Refused(404, `Nothing is kept of the message ${messageId}.`);
    return contents;
  }
}
