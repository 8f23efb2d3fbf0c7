import { appendFileSync } from 'node:fs';
import type { Told } from './told';

/** One press of Pay, as its shopper lived it. */
export interface Purchase {
  readonly key: string;
  readonly shopper: string;
  /** The frozen input: unset until the first send. Minor units. */
  sent?: { readonly cartId: string; readonly total: number };
  /** Attempts that were begun, by all pages that had it. */
  attempts: number;
  readonly told: Told[];
}

/** Everything that shoppers and operators did and were told, in the order in which it happened. */
export class Chronicle {
  readonly purchases = new Map<string, Purchase>();
  /** Refunds that an operator was told of. Minor units. */
  readonly refunds: { readonly key: string; readonly orderId: string; readonly amount: number }[] = [];
  /** What somebody saw that cannot be so. */
  readonly contradictions: { readonly who: string; readonly what: string }[] = [];
  readonly #histories = new Map<string, string[]>();
  readonly #startedAt = performance.now();

  constructor(private readonly file: string) {}

  /** Writes a line about somebody, to memory and to the log. */
  note(who: string, what: string): void {
    const line = `${((performance.now() - this.#startedAt) / 1000).toFixed(3).padStart(9)} ${who}: ${what}`;
    const history = this.#histories.get(who) ?? [];
    this.#histories.set(who, history);
    history.push(line);
    appendFileSync(this.file, `${line}\n`);
  }

  contradict(who: string, what: string): void {
    this.contradictions.push({ who, what });
    this.note(who, `CONTRADICTION: ${what}`);
  }

  historyOf(who: string): readonly string[] {
    return this.#histories.get(who) ?? [];
  }

  purchase(shopper: string, key: string): Purchase {
    const known = this.purchases.get(key);
    if (known) return known;
    const purchase: Purchase = { key, shopper, attempts: 0, told: [] };
    this.purchases.set(key, purchase);
    return purchase;
  }

  tell(purchase: Purchase, told: Told): void {
    purchase.told.push(told);
    const detail = told.kind === 'not_charged' ? told.by : told.orderId;
    this.note(purchase.shopper, `is told of ${purchase.key}: ${told.kind} (${detail})`);
  }

  /** The purchases of which somebody was told this, at any time. */
  toldOf(kind: Told['kind']): Purchase[] {
    return [...this.purchases.values()].filter(({ told }) => told.some((one) => one.kind === kind));
  }
}
