import { newestFirst } from './book-report';
import type { Books } from './books';
import type { Delivery, WebhookEndpoint } from './records';

const NEWEST_DELIVERIES = 1000;

/** `dropped`: not acknowledged, and its endpoint has been removed. */
type ReportedState = Delivery['state'] | 'dropped';

export interface ReportedDelivery {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  /** The id of the object the event tells of. */
  readonly object: string | null;
  readonly account: string;
  readonly endpoint: string;
  readonly url: string | null;
  readonly state: ReportedState;
  readonly tries: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** Milliseconds since 1970, as every time of this report. */
  readonly createdAtMs: number;
  readonly nextTryAtMs: number | null;
  readonly deliveredAtMs: number | null;
}

export interface WebhookReport {
  readonly at: number;
  /** Account `*` is every account. */
  readonly endpoints: readonly {
    readonly id: string;
    readonly account: string;
    readonly url: string;
    readonly enabledEvents: readonly string[];
  }[];
  readonly totals: Readonly<Record<ReportedState, number>>;
  /** The newest thousand, newest first. */
  readonly deliveries: readonly ReportedDelivery[];
}

/** What became of every webhook. No secret is in it. */
export function webhookReport(books: Books, nowMs: number): WebhookReport {
  const all = [...books.accounts].flatMap(([account, own]) =>
    [...own.deliveries.values()].map((delivery) => reported(books, account, delivery)),
  );
  const totals = { waiting: 0, held: 0, delivered: 0, failed: 0, dropped: 0 };
  for (const { state } of all) totals[state] += 1;
  return {
    at: nowMs,
    endpoints: [...books.accounts].flatMap(([account, own]) =>
      [...own.webhookEndpoints.values()]
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ id, url, enabledEvents }) => ({ id, account, url, enabledEvents })),
    ),
    totals,
    deliveries: newestFirst(all, ({ createdAtMs }) => createdAtMs).slice(0, NEWEST_DELIVERIES),
  };
}

function reported(books: Books, account: string, delivery: Delivery): ReportedDelivery {
  const event = books.of(account).events.get(delivery.event);
  const endpoint = books.webhookEndpoint(account, delivery.endpoint);
  const state = stateOf(delivery, endpoint);
  const object = event?.object.id;
  return {
    id: delivery.id,
    event: delivery.event,
    type: event?.type ?? '',
    object: typeof object === 'string' ? object : null,
    account,
    endpoint: delivery.endpoint,
    url: endpoint?.url ?? null,
    state,
    tries: delivery.tries,
    lastStatus: delivery.lastStatus,
    lastError: delivery.lastError,
    createdAtMs: delivery.createdAtMs,
    nextTryAtMs: state === 'waiting' ? delivery.dueAtMs : null,
    deliveredAtMs: delivery.deliveredAtMs,
  };
}

function stateOf({ state }: Delivery, endpoint: WebhookEndpoint | undefined): ReportedState {
  return endpoint === undefined && state !== 'delivered' ? 'dropped' : state;
}
