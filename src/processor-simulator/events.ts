import type { AccountBooks } from './books';
import { noSuch } from './errors';
import { EXPANDABLE } from './expansion';
import { listPage, listParameters } from './lists';
import { type Operation, ok, operation } from './operation';
import { listOf, parameters, text } from './parameters';
import { eventShape } from './shapes';

/** The endpoints under `/v1/events`. Every event is in the same journal record as what it tells of. */
export const eventOperations: readonly Operation[] = [
  operation(
    'GET',
    '/v1/events',
    listParameters(EXPANDABLE.event, { type: text(255), types: listOf(text(255), 20) }),
    (call, given) =>
      ok(
        listPage(
          '/v1/events',
          'event',
          call.books.events,
          given,
          (event) => eventShape(event, pendingWebhooks(call.books, event.id)),
          ({ type }) =>
            isWanted(type, given.type) && (given.types?.some((wanted) => isWanted(type, wanted)) ?? true),
        ),
      ),
  ),
  operation('GET', '/v1/events/:id', parameters({}), (call, _given, id) => {
    const event = call.books.events.get(id);
    if (event === undefined) throw noSuch('event', id, 'id', 404);
    return ok(eventShape(event, pendingWebhooks(call.books, id)));
  }),
];

function pendingWebhooks(books: AccountBooks, eventId: string): number {
  const pending = books.deliveriesOf(eventId).filter(({ state }) => state === 'waiting' || state === 'held');
  return new Set(pending.map(({ endpoint }) => endpoint)).size;
}

/** `charge.*` stands for every type that begins so. */
function isWanted(type: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
