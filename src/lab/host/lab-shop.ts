import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { logRoot } from '@/run/project';
import { until } from '@/run/testbed/until';
import type { Happening } from '@/ui/lab/protocol';
import type { Exchange } from '@/wire/exchange';
import type { Member } from '../member';
import type { ScenarioPlan, StoreName } from '../scenarios/scenario';
import { openWiredShop, type WiredShop } from '../wired-shop';

/** Short, so that a lease runs out while somebody watches; long enough for a busy machine. */
const settings = { LEASE_MS: '6000', PROCESSOR_TIMEOUT_MS: '2500', LOG_LEVEL: 'warn' };

/** How the processor behaves where a scenario does not say otherwise. */
const usual = { latencyMs: 0, webhooks: { mode: 'normally', retryBaseMs: 300 } };

/** How long the shop may take to come to rest after a run. */
const restBoundMs = 30_000;

export const storeNames: readonly StoreName[] = ['store-1', 'store-2'];

/** Everybody who may shop here, over links of their own. */
export const browserNames = ['tab-1', 'tab-2', 'crowd'] as const;

/** Is told what the wire sees, and what becomes of the shop's processes. */
export interface Watcher {
  exchange(exchange: Exchange): void;
  happening?(happening: Happening): void;
}

/** The laboratory's own shop: two stores, a worker, a database and a processor, and a wire between all of them. */
export class LabShop {
  /** Who stands still. */
  readonly #paused = new Set<string>();
  #preferred: StoreName = 'store-1';
  readonly #watchers = new Set<Watcher>();
  #lastHeard = 0;
  #stopListening: () => void = () => undefined;

  private constructor(readonly shop: WiredShop) {}

  static async open(): Promise<LabShop> {
    const shop = await openWiredShop({
      ...{
        stores: storeNames.length,
        workers: 1,
        workersRest: true,
        postgres: 'own',
        env: settings,
        keeps: true,
      },
      ...{ browsers: browserNames, logFolder: path.join(logRoot, 'lab') },
    });
    const lab = new LabShop(shop);
    try {
      await lab.#watch();
      return lab;
    } catch (error) {
      await shop.stop();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#stopListening();
    for (const name of this.#paused) this.shop.member(name).kill('SIGCONT');
    await this.shop.stop();
  }

  /** Tells a watcher everything, until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** The last exchange so far. */
  async lastExchange(): Promise<number> {
    return (await this.shop.wire.exchanges(this.#lastHeard)).at(-1)?.id ?? this.#lastHeard;
  }

  isPaused(name: string): boolean {
    return this.#paused.has(name);
  }

  /** Which store is asked first, while it is up. */
  prefer(store: StoreName): void {
    this.#preferred = store;
  }

  /** Where a browser's next request goes: like a load balancer, past stores that are down or stand still. */
  storeUrl(browser: string): string {
    const order = [this.#preferred, ...storeNames];
    const isReady = (name: string) => this.shop.member(name).isUp && !this.#paused.has(name);
    const store = order.find(isReady) ?? this.#preferred;
    return this.shop.linksOf(browser).storeUrls[storeNames.indexOf(store)] ?? '';
  }

  signal(name: string, signal: 'SIGCONT' | 'SIGKILL'): void {
    this.shop.member(name).kill(signal);
    if (signal === 'SIGCONT' && this.#paused.delete(name)) this.#tell(name, 'continued');
  }

  /** Brings everything back to where a scenario begins. Throws when the shop does not come to rest. */
  async prepare({ hasWorker = false, processor = {}, webhooksTo = 'store-1' }: Preparation): Promise<void> {
    const { shop } = this;
    await shop.wire.clearRules();
    for (const name of [...this.#paused]) this.signal(name, 'SIGCONT');
    await this.#bringBack();
    await this.#rest();
    const worker = shop.member('worker-1');
    if (hasWorker && !worker.isUp) await worker.start();
    if (!hasWorker && worker.isUp) {
      worker.kill('SIGTERM');
      await worker.exited;
    }
    await shop.configureProcessor({ ...usual, ...processor });
    await shop.sendWebhooksTo(storeNames.indexOf(webhooksTo) + 1);
    this.prefer('store-1');
  }

  /** Products of a run's own, each with so many units; returns their ids. */
  async newProducts(count: number, stock: number): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await this.shop.sql(
      `INSERT INTO product (id, slug, name, tagline, description, category, stock_received, stock, image, image_alt, gallery, specs, accent, sort_order)
       SELECT new.id, 'lab-' || new.id, name, tagline, description, category, $2::int, $2::int, image, image_alt, gallery, specs, accent, sort_order
       FROM unnest($1::uuid[]) AS new (id), (SELECT * FROM product WHERE slug NOT LIKE 'lab-%' ORDER BY sort_order LIMIT 1) AS model`,
      [ids, stock],
    );
    await this.shop.sql(
      `INSERT INTO product_price (product_id, currency, amount)
       SELECT new.id, currency, amount FROM unnest($1::uuid[]) AS new (id), product_price
       WHERE product_id = (SELECT id FROM product WHERE slug NOT LIKE 'lab-%' ORDER BY sort_order LIMIT 1)`,
      [ids],
    );
    return ids;
  }

  /** In the order in which they need each other. */
  async #bringBack(): Promise<void> {
    const isDown = (member: Member) => !member.isUp && member.name !== 'worker-1';
    const [base, stores] = [['postgres', 'processor'], storeNames].map((names) =>
      names.map((name) => this.shop.member(name)).filter(isDown),
    );
    for (const members of [base, stores]) await Promise.all((members ?? []).map((member) => member.start()));
  }

  /** Waits until nothing of earlier runs is under way any more. */
  async #rest(): Promise<void> {
    await this.shop.configureProcessor(usual);
    await this.shop.redeliver();
    await until('the shop is at rest', () => this.#isAtRest(), restBoundMs);
  }

  async #isAtRest(): Promise<boolean> {
    const open = "SELECT 1 FROM idempotency_key WHERE state = 'in_progress' LIMIT 1";
    if ((await this.shop.undelivered()) > 0) return false;
    const [claim] = await this.shop.sql(open);
    const worker = this.shop.member('worker-1');
    if (claim && !worker.isUp) await worker.start(); // a run that went wrong has left it, and nobody else comes back
    return !claim;
  }

  async #watch(): Promise<void> {
    this.#stopListening = await this.shop.wire.listen((event) => {
      if (event.type !== 'signalled') {
        this.#lastHeard = Math.max(this.#lastHeard, event.exchange.id);
        for (const watcher of this.#watchers) watcher.exchange(event.exchange);
      } else if (event.signalled.signal === 'SIGSTOP') {
        this.#paused.add(event.signalled.process);
        this.#tell(event.signalled.process, 'paused');
      }
    });
    for (const member of this.shop.members) {
      member.watch((change) => {
        this.#paused.delete(member.name);
        this.#tell(member.name, change);
      });
    }
  }

  #tell(actor: string, what: Happening['what']): void {
    for (const watcher of this.#watchers) watcher.happening?.({ actor, what });
  }
}

type Preparation = Pick<ScenarioPlan, 'hasWorker' | 'processor' | 'webhooksTo'>;
