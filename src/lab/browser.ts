import { QueryClient } from '@tanstack/react-query';
import { type Client, createClient } from '@/trpc/client';
import { PurchaseRunner } from '@/ui/checkout/purchase-runner';
import type { PurchaseState } from '@/ui/checkout/purchase-state';
import { PurchaseStorage, type TabStorage } from '@/ui/checkout/purchase-storage';

/** A shopper's browser: one cookie, any number of tabs. Like behind a load balancer, each request may reach another store. */
export class Browser {
  /**
   * @param storeUrl asked for each request
   * @param random what the waits between attempts are drawn from: 0 <= random() < 1
   */
  constructor(
    private readonly storeUrl: () => string,
    readonly random: () => number = Math.random,
    private readonly jar: { cookie?: string | undefined } = {},
  ) {}

  /** The same browser with its cookie, on another way to the stores. */
  over(storeUrl: () => string, random: () => number): Browser {
    return new Browser(storeUrl, random, this.jar);
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.jar.cookie) headers.set('cookie', this.jar.cookie);
    const isOver = abortion(init.signal);
    const response = await Promise.race([fetch(`${this.storeUrl()}${path}`, { ...init, headers }), isOver]);
    const body = await Promise.race([response.arrayBuffer(), isOver]);
    this.jar.cookie ??= response.headers.get('set-cookie')?.split(';')[0];
    const { status, statusText } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers: response.headers });
  }
}

/** What a page shows of a purchase, as it changes. */
export type Watch = (key: string, state: PurchaseState) => void;

/** A tab: its storage outlives its pages. */
export class Tab {
  page: Page;

  constructor(
    readonly browser: Browser,
    private readonly watch: Watch,
    private readonly kept: Map<string, string> = new Map(),
  ) {
    this.page = new Page(browser, this.storage, watch);
  }

  get storage(): TabStorage {
    return {
      getItem: (name) => this.kept.get(name) ?? null,
      setItem: (name, value) => void this.kept.set(name, value),
      removeItem: (name) => void this.kept.delete(name),
    };
  }

  /** The page is loaded anew, and finds what the last one has left in the tab. */
  reload(): void {
    this.page.close();
    this.page = new Page(this.browser, this.storage, this.watch);
    this.page.resume();
  }

  /** As the browser duplicates a tab: with a copy of its storage. */
  duplicate(): Tab {
    const copy = new Tab(this.browser, this.watch, new Map(this.kept));
    copy.page.resume();
    return copy;
  }

  close(): void {
    this.page.close();
  }
}

/** A page that is loaded: the shop's own code for the browser runs in it, and ends with it. */
export class Page {
  readonly client: Client;
  readonly runner: PurchaseRunner;
  /** The purchase that the page was last about. */
  key: string | undefined;
  readonly #leaving = new AbortController();
  readonly #purchases: PurchaseStorage;

  constructor(
    private readonly browser: Browser,
    storage: TabStorage,
    private readonly watch: Watch,
  ) {
    this.client = createClient({
      fetch: (url, init) => this.#fetch(String(url), { ...init, signal: init?.signal ?? null }),
    });
    this.#purchases = new PurchaseStorage(() => {
      this.#leaving.signal.throwIfAborted(); // what is left of a page that was closed touches nothing
      return storage;
    });
    this.runner = new PurchaseRunner(new QueryClient(), this.client, this.#purchases, browser.random);
    this.runner.subscribe(() => this.#changed());
  }

  get state(): PurchaseState {
    return this.runner.getState();
  }

  /** Goes on with a purchase that the tab has from before. */
  resume(): void {
    this.key = this.#purchases.load()?.key;
    this.runner.resume();
  }

  /** Resolves with the state in which the purchase rests, for good or until the next press. Never, when the page is closed first. */
  async rest(): Promise<PurchaseState> {
    while (!isRest(this.state)) {
      await new Promise<void>((resolve) => {
        const stop = this.runner.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
    return this.state;
  }

  close(): void {
    this.#leaving.abort();
  }

  /** Resolves when the page is closed. */
  get left(): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#leaving;
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #changed(): void {
    if (this.#leaving.signal.aborted) return;
    if (this.state.phase === 'preparing') this.key = this.#purchases.load()?.key;
    if (this.key !== undefined) this.watch(this.key, this.state);
  }

  /** The requests of a closed page are cut off, and nobody is left to hear of it. */
  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const { signal: leaving } = this.#leaving;
    const request = new AbortController();
    const end = () => request.abort();
    for (const signal of [leaving, init.signal]) signal?.addEventListener('abort', end, { once: true });
    try {
      const response = await this.browser.send(path, { ...init, signal: request.signal });
      if (!leaving.aborted) return response;
    } catch (error) {
      if (!leaving.aborted) throw error;
    } finally {
      leaving.removeEventListener('abort', end);
    }
    return new Promise<never>(() => undefined);
  }
}

function isRest({ phase }: PurchaseState): boolean {
  return ['idle', 'paid', 'already_ordered', 'refused', 'not_sent'].includes(phase);
}

/** Rejects when the signal aborts: Node's fetch may miss that while it reads a body. */
function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  const never = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  never.catch(() => undefined); // it is raced against, and may lose
  return never;
}
