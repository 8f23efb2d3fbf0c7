import { setTimeout as sleep } from 'node:timers/promises';
import { type Counters, copiesOf } from '@/ui/lab/protocol';
import { payLabel } from '../scenarios/scenario';
import { type AttemptRow, messageOf } from './marks';
import type { Messages } from './messages';
import { type Purchases, payOperation, type ShopToWatch } from './purchases';
import type { Tell } from './teller';

/** How often database and books are looked at. */
const lookEveryMs = 120;

/**
 * What has become of a run's purchases, looked up where the truth is: orders, ledger and attempts in the database, charges in the
 * processor's books. Told when it changes.
 */
export class Facts {
  /** How the attempts came by their answers, in the order in which they were recorded. */
  readonly endings: string[] = [];
  #counters: Counters = { attempts: 0, orders: 0, charges: 0, ledgerBalance: 0 };
  readonly #seen = new Set<string>();
  readonly #marked = new Map<number, number>();

  constructor(
    private readonly shop: ShopToWatch,
    private readonly purchases: Purchases,
    private readonly messages: Messages,
    private readonly tell: Tell,
    /** Requests of a crowd, which are not told one by one. */
    private readonly countCrowd: () => number,
  ) {}

  get counters(): Counters {
    return this.#counters;
  }

  /** Looks until the signal. While the database or the processor is down there is nothing to see. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look().catch(() => undefined);
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined); // the end of the wait
    }
  }

  async look(): Promise<void> {
    if (this.purchases.keys.length === 0) return;
    await this.#lookForMarks();
    const counters = {
      attempts: this.#countAttempts(),
      charges: await this.#countCharges(),
      ...(await this.#readShop()),
    };
    if (JSON.stringify(counters) === JSON.stringify(this.#counters)) return;
    this.#counters = counters;
    this.tell({ type: 'counters', counters });
  }

  #countAttempts(): number {
    const requests = [...this.messages.told.values()].filter(({ label }) => label === payLabel);
    return requests.reduce((sum, message) => sum + copiesOf(message), this.countCrowd());
  }

  async #countCharges(): Promise<number> {
    const { charges } = await this.shop.books();
    const keys = new Set<string | undefined>(this.purchases.keys);
    return charges.filter(({ status, metadata }) => status === 'captured' && keys.has(metadata.key)).length;
  }

  async #readShop(): Promise<{ orders: number; ledgerBalance: number }> {
    const [row] = await this.shop.sql<{ orders: number; ledgerBalance: number }>(
      `WITH mine AS (
         SELECT "order".id, "order".status FROM "order" JOIN payment ON payment.order_id = "order".id WHERE payment.key = ANY($1))
       SELECT (SELECT count(*)::int FROM mine WHERE status IN ('paid', 'fulfilled')) AS orders,
         (SELECT coalesce(sum(abs(balance)), 0)::int FROM (
           SELECT sum(amount) AS balance FROM ledger_entry JOIN ledger_transaction ON ledger_transaction.id = transaction_id
           WHERE order_id IN (SELECT id FROM mine) GROUP BY currency) AS balances) AS "ledgerBalance"`,
      [this.purchases.keys],
    );
    return row ?? { orders: 0, ledgerBalance: 0 };
  }

  async #lookForMarks(): Promise<void> {
    const rows = await this.shop.sql<AttemptRow>(
      `SELECT id::text, key, number, ending, (extract(epoch FROM arrived_at) * 1000)::float8 AS "atMs" FROM attempt
       WHERE operation = $1 AND key = ANY($2) ORDER BY arrived_at, id`,
      [payOperation, this.purchases.keys],
    );
    for (const row of rows) if (!this.#seen.has(row.id)) this.#mark(row);
  }

  #mark(row: AttemptRow): void {
    const message = messageOf(row, this.messages.told.values(), this.#marked);
    if (!message) return; // it is about to be told, or one of a crowd
    this.#seen.add(row.id);
    this.#marked.set(message.id, (this.#marked.get(message.id) ?? 0) + 1);
    this.endings.push(row.ending);
    this.tell({ type: 'mark', mark: { messageId: message.id, ending: row.ending } });
  }
}
