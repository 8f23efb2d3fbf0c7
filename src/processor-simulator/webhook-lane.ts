const MOST_AT_ONCE = 8;

/**
 * The way to one endpoint: what is sent when. It holds ids only, at most once each. An endpoint that does not answer
 * holds up nobody but itself.
 */
export class WebhookLane {
  private readonly queue: string[] = [];
  /** Everything that is queued, collected, or being tried. */
  private readonly busy = new Set<string>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private collected: string[] = [];
  private collectTimer: NodeJS.Timeout | undefined;
  private running = 0;
  private inOrder: Promise<void> = Promise.resolve();
  private isClosed = false;

  /** `tryOnce` never rejects. It resolves with the milliseconds until the next try, or undefined when there is none. */
  constructor(private readonly tryOnce: (id: string) => Promise<number | undefined>) {}

  /** Tries after a time, as soon as fewer than eight others are under way. */
  schedule(id: string, delayMs: number): void {
    if (this.isClosed || this.busy.has(id)) return;
    if (delayMs > 0) {
      this.cancelTimer(id);
      const due = () => {
        this.timers.delete(id);
        this.schedule(id, 0);
      };
      this.timers.set(id, setTimeout(due, delayMs));
      return;
    }
    this.busy.add(id);
    this.queue.push(id);
    this.startMore();
  }

  /** Holds back until there are `size` of them, or the first has waited so long; then the newest goes first. */
  collect(id: string, size: number, longestMs: number): void {
    if (this.isClosed || this.busy.has(id)) return;
    this.busy.add(id);
    this.collected.push(id);
    if (this.collected.length >= size) this.releaseCollected();
    else this.collectTimer ??= setTimeout(() => this.releaseCollected(), longestMs);
  }

  releaseCollected(): void {
    clearTimeout(this.collectTimer);
    this.collectTimer = undefined;
    const ids = this.collected.reverse();
    this.collected = [];
    this.chain(ids);
  }

  /** Tries these one after the other, each when the one before has been answered. Returns those that were not under way. */
  sendInOrder(ids: readonly string[]): readonly string[] {
    const free = ids.filter((id) => !this.busy.has(id));
    for (const id of free) {
      this.cancelTimer(id);
      this.busy.add(id);
    }
    this.chain(free);
    return free;
  }

  isBusy(id: string): boolean {
    return this.busy.has(id);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.collectTimer);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  private chain(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.inOrder = this.inOrder.then(async () => {
      for (const id of ids) await this.tryNow(id);
    });
  }

  private startMore(): void {
    while (this.running < MOST_AT_ONCE) {
      const id = this.queue.shift();
      if (id === undefined) return;
      this.running += 1;
      void this.tryNow(id).then(() => {
        this.running -= 1;
        this.startMore();
      });
    }
  }

  private async tryNow(id: string): Promise<void> {
    if (this.isClosed) return;
    const nextMs = await this.tryOnce(id);
    this.busy.delete(id);
    if (nextMs !== undefined) this.schedule(id, nextMs);
  }

  private cancelTimer(id: string): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }
}
