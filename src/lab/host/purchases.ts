import { processorKey } from '@/checkout/installation';
import { poll } from '@/run/poll';
import type { WiredShop } from '../wired-shop';

/** Where the purchases of the Pay button stand in the engine's table. */
export const payOperation = 'checkout.pay';

/** A claim is made at once, or the attempt is refused. */
const claimBoundMs = 5_000;

/** What is looked at of a shop: the laboratory's own, or the demo's. */
export type ShopToWatch = Pick<WiredShop, 'wire' | 'sql' | 'books'>;

/** The purchases of one run, by the keys that the shop and the processor know them by. */
export class Purchases {
  readonly #keys = new Set<string>();
  /** Those whose messages are not told. */
  readonly #silent = new Set<string>();
  readonly #processorKeys = new Set<string>();
  #learning: Promise<unknown> = Promise.resolve();
  /** Payment intents at the processor, and whether they are this run's. */
  readonly #intents = new Map<string, boolean>();

  constructor(
    private readonly shop: ShopToWatch,
    private readonly installation: string,
  ) {}

  static async of(shop: ShopToWatch): Promise<Purchases> {
    const [row] = await shop.sql<{ id: string }>('SELECT id::text FROM installation');
    return new Purchases(shop, row?.id ?? '');
  }

  /** All of them, the silent ones included. */
  get keys(): readonly string[] {
    return [...this.#keys, ...this.#silent];
  }

  /** A purchase of that shopper is about to be sent. */
  add(key: string, shopperId: string): void {
    this.#keys.add(key);
    this.#processorKeys.add(processorKey(this.installation, shopperId, payOperation, key));
  }

  /** A purchase that was sent by somebody: whose it is stands in its claim. */
  learn(key: string): void {
    this.#keys.add(key);
    this.#learning = poll(claimBoundMs, async () => {
      const [claim] = await this.shop.sql<{ scope: string }>(
        'SELECT scope FROM idempotency_key WHERE operation = $1 AND key = $2',
        [payOperation, key],
      );
      if (claim) this.add(key, claim.scope);
      return claim;
    });
  }

  /** Resolves when what was learnt of can be known again at the processor, as far as it has come. */
  async areKnown(): Promise<void> {
    await this.#learning;
  }

  /** One of a crowd: it counts, and what is said of it is not told. */
  addSilent(key: string): void {
    this.#silent.add(key);
  }

  /** Whether it is one whose messages are told. */
  has(key: string | undefined): boolean {
    return key !== undefined && (this.#keys.has(key) || this.#processorKeys.has(key));
  }

  /** Whether a text names one whose messages are told. */
  areIn(text: string): boolean {
    return [...this.#keys].some((key) => text.includes(key));
  }

  /** Whether a payment intent was made for one of them, as the processor's books say. */
  async haveIntent(id: string): Promise<boolean> {
    const known = this.#intents.get(id);
    if (known !== undefined) return known;
    const { charges } = await this.shop.books();
    const isOurs = charges.some(
      ({ paymentIntent, metadata }) => paymentIntent === id && this.has(metadata.key),
    );
    if (isOurs) this.#intents.set(id, true);
    return isOurs;
  }
}
