import type { Books } from './books';
import type { Recorder } from './recorder';
import type { BookEvent, Delivery, JournalRecord, WebhookEndpoint } from './records';
import type { Settings } from './settings';
import { eventShape } from './shapes';
import { WebhookLane } from './webhook-lane';
import { type PostResult, postWebhook, signatureHeader } from './webhook-post';

const MOST_TRIES = 15;
const LONGEST_PAUSE_MS = 60_000;
/** What is under way may still be answered for so long when the simulator is asked to stop. */
const CLOSING_GRACE_MS = 1000;

export interface Redelivery {
  /** `undelivered` is everything that no receiver has acknowledged; `all` is everything that was ever recorded. */
  readonly which: 'undelivered' | 'all';
  readonly order: 'oldest_first' | 'newest_first';
  /** Only deliveries of these events; null for those of every event. */
  readonly events: readonly string[] | null;
}

/**
 * Sends the webhooks, each at least once and until it is acknowledged, after its event is on the disk. Nothing waits
 * for it: a request is answered whatever becomes of its webhooks.
 */
export class WebhookSender {
  private readonly lanes = new Map<string, WebhookLane>();
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly abort = new AbortController();
  private isClosed = false;

  constructor(
    private readonly books: Books,
    private readonly recorder: Recorder,
    private readonly settings: Settings,
    private readonly now: () => number,
  ) {}

  /** Takes up what was not acknowledged before the last end, each at the time it was due. */
  resume(): void {
    for (const [account, own] of this.books.accounts) {
      for (const delivery of own.deliveries.values()) {
        if (delivery.state === 'waiting') this.schedule(account, delivery);
      }
    }
  }

  /** Sends what a record that is on the disk brought. A delivery that comes with its event is a new one. */
  take(record: JournalRecord): void {
    const events = new Set(record.puts.flatMap((put) => (put.kind === 'event' ? put.value.id : [])));
    const { mode, batchSize, batchMs } = this.settings.webhooks;
    for (const put of record.puts) {
      if (put.kind !== 'delivery' || !events.has(put.value.event) || put.value.state !== 'waiting') continue;
      if (mode === 'out_of_order') {
        this.lane(record.account, put.value.endpoint).collect(put.value.id, batchSize, batchMs);
      } else {
        this.schedule(record.account, put.value);
      }
    }
  }

  /** Lets go of what `out_of_order` holds back, so that a change of mode leaves nothing behind. */
  releaseCollected(): void {
    for (const lane of this.lanes.values()) lane.releaseCollected();
  }

  /** Sends recorded webhooks (again), one after the other at each endpoint, whatever the mode. Returns how many. */
  async redeliver({ which, order, events }: Redelivery): Promise<number> {
    this.releaseCollected();
    let count = 0;
    for (const [account, own] of this.books.accounts) {
      const wanted = [...own.deliveries.values()].filter(
        (delivery) =>
          (which === 'all' || delivery.state !== 'delivered') &&
          (events === null || events.includes(delivery.event)) &&
          this.books.webhookEndpoint(account, delivery.endpoint) !== undefined &&
          !this.lane(account, delivery.endpoint).isBusy(delivery.id),
      );
      if (order === 'newest_first') wanted.reverse();
      const dueAtMs = this.now();
      await this.recorder.recordAlone(
        account,
        wanted.map((delivery) => ({
          kind: 'delivery',
          value: { ...delivery, state: 'waiting', dueAtMs, failuresInRow: 0 },
        })),
      );
      for (const [endpoint, ids] of byEndpoint(wanted)) {
        count += this.lane(account, endpoint).sendInOrder(ids).length;
      }
    }
    return count;
  }

  /** Starts nothing more. What is cut off here is sent again after the next start. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const lane of this.lanes.values()) lane.close();
    const cutOff = setTimeout(() => this.abort.abort(), CLOSING_GRACE_MS);
    await Promise.all(this.underWay);
    clearTimeout(cutOff);
  }

  private schedule(account: string, delivery: Delivery): void {
    this.lane(account, delivery.endpoint).schedule(delivery.id, delivery.dueAtMs - this.now());
  }

  private lane(account: string, endpoint: string): WebhookLane {
    const name = `${account} ${endpoint}`;
    const known = this.lanes.get(name);
    if (known !== undefined) return known;
    const lane = new WebhookLane((id) => {
      const trying = this.tryOnce(account, id);
      this.underWay.add(trying);
      return trying.finally(() => this.underWay.delete(trying));
    });
    this.lanes.set(name, lane);
    return lane;
  }

  private async tryOnce(account: string, id: string): Promise<number | undefined> {
    const own = this.books.of(account);
    const delivery = own.deliveries.get(id);
    const event = delivery && own.events.get(delivery.event);
    const endpoint = delivery && this.books.webhookEndpoint(account, delivery.endpoint);
    if (this.isClosed || event === undefined || endpoint === undefined || delivery?.state !== 'waiting') {
      return undefined;
    }
    const result = await this.post(account, event, endpoint);
    if (this.abort.signal.aborted) return undefined;
    const next = afterTry(delivery, result, this.now(), this.settings.webhooks.retryBaseMs);
    try {
      await this.recorder.recordAlone(account, [{ kind: 'delivery', value: next }]);
    } catch {
      // The journal has failed, and whoever started the simulator was told so. Nothing may be sent any more.
      this.isClosed = true;
      return undefined;
    }
    return next.state === 'waiting' ? next.dueAtMs - this.now() : undefined;
  }

  /** The payload is drawn from what never changes, so every try of every copy sends the same bytes. */
  private post(account: string, event: BookEvent, endpoint: WebhookEndpoint): Promise<PostResult> {
    const endpoints = new Set(
      this.books
        .of(account)
        .deliveriesOf(event.id)
        .map((each) => each.endpoint),
    );
    const payload = JSON.stringify(eventShape(event, endpoints.size), null, 2);
    const signature = signatureHeader(payload, endpoint.secret, Math.floor(this.now() / 1000));
    const { timeoutMs } = this.settings.webhooks;
    return postWebhook(endpoint.url, payload, signature, timeoutMs, this.abort.signal);
  }
}

/** A delivery after one more try: acknowledged by a 2xx, otherwise due again, or given up. */
export function afterTry(
  delivery: Delivery,
  result: PostResult,
  nowMs: number,
  retryBaseMs: number,
): Delivery {
  const tried = {
    ...delivery,
    tries: delivery.tries + 1,
    lastStatus: 'status' in result ? result.status : null,
    lastError: 'error' in result ? result.error : null,
  };
  if ('status' in result && result.status >= 200 && result.status < 300) {
    return { ...tried, state: 'delivered', failuresInRow: 0, deliveredAtMs: nowMs };
  }
  const failuresInRow = delivery.failuresInRow + 1;
  if (failuresInRow >= MOST_TRIES) return { ...tried, state: 'failed', failuresInRow };
  const pauseMs = Math.min(LONGEST_PAUSE_MS, retryBaseMs * 2 ** (failuresInRow - 1));
  return { ...tried, state: 'waiting', failuresInRow, dueAtMs: nowMs + pauseMs };
}

function byEndpoint(deliveries: readonly Delivery[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { endpoint, id } of deliveries) {
    const known = ids.get(endpoint);
    if (known === undefined) ids.set(endpoint, [id]);
    else known.push(id);
  }
  return ids;
}
