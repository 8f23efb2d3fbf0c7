import { type Books, EVERY_ACCOUNT } from './books';
import { newId } from './identifiers';
import type { BookEvent, Put, WebhookEndpoint } from './records';
import type { WebhookSettings } from './settings';

type DeliveryPut = Extract<Put, { kind: 'delivery' }>;

/**
 * The deliveries of the events among some changes, event by event. They go into the same record as their events,
 * so that no kill leaves an event which nobody knows has still to be sent.
 */
export function plannedDeliveries(
  books: Books,
  account: string,
  puts: readonly Put[],
  { mode, lateMs }: WebhookSettings,
  nowMs: number,
  delayMs: number,
): DeliveryPut[] {
  const events = puts.flatMap((entry) => (entry.kind === 'event' ? entry.value : []));
  const copies = mode === 'twice' ? 2 : 1;
  return events.flatMap((event) =>
    listeners(books, account, event).flatMap((endpoint) =>
      Array.from(
        { length: copies },
        (): DeliveryPut => ({
          kind: 'delivery',
          value: {
            id: newId('whd'),
            createdAtMs: nowMs,
            event: event.id,
            endpoint: endpoint.id,
            state: mode === 'never' ? 'held' : 'waiting',
            dueAtMs: nowMs + delayMs + (mode === 'late' ? lateMs : 0),
            tries: 0,
            failuresInRow: 0,
            lastStatus: null,
            lastError: null,
            deliveredAtMs: null,
          },
        }),
      ),
    ),
  );
}

function listeners(books: Books, account: string, { type }: BookEvent): readonly WebhookEndpoint[] {
  const registered = [account, EVERY_ACCOUNT].flatMap((name) => [
    ...books.of(name).webhookEndpoints.values(),
  ]);
  return registered.filter(
    ({ isDeleted, enabledEvents }) =>
      !isDeleted && (enabledEvents.includes('*') || enabledEvents.includes(type)),
  );
}
