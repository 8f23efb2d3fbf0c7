import { type Books, EVERY_ACCOUNT } from './books';
import { invalidRequest, noSuch } from './errors';
import { newId, randomText } from './identifiers';
import { listPage, listParameters } from './lists';
import { type Call, type Operation, ok, operation } from './operation';
import { listOf, metadata, type Parser, parameters, required, text } from './parameters';
import type { Recorder } from './recorder';
import type { WebhookEndpoint } from './records';
import { API_VERSION } from './shapes';
import { type WebhookAddress, webhookUrl } from './webhook-address';

/** Stripe's limit for one account. */
const MOST_ENDPOINTS = 16;

const createFields = parameters({
  url: required(url()),
  enabled_events: required(listOf(eventName())),
  description: text(),
  metadata: metadata(),
});

/** The endpoints under `/v1/webhook_endpoints`. One hears of its own account only. */
export const webhookEndpointOperations: readonly Operation[] = [
  operation(
    'POST',
    '/v1/webhook_endpoints',
    (raw) => {
      const given = createFields(raw);
      if (given.enabled_events.length > 0) return given;
      throw invalidRequest('You must enable at least one event.', { param: 'enabled_events' });
    },
    (call, given) => {
      if (registered(call).size >= MOST_ENDPOINTS) {
        throw invalidRequest(`You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`);
      }
      const endpoint: WebhookEndpoint = {
        id: newId('we'),
        created: call.nowSeconds,
        url: given.url,
        secret: `whsec_${randomText(32)}`,
        enabledEvents: [...given.enabled_events],
        description: given.description ?? null,
        metadata: given.metadata,
        isDeleted: false,
      };
      call.draft.put({ kind: 'webhookEndpoint', value: endpoint });
      return ok({ ...shape(endpoint), secret: endpoint.secret });
    },
  ),
  operation('GET', '/v1/webhook_endpoints', listParameters([], {}), (call, given) =>
    ok(listPage('/v1/webhook_endpoints', 'webhook endpoint', registered(call), given, shape)),
  ),
  operation('GET', '/v1/webhook_endpoints/:id', parameters({}), (call, _given, id) =>
    ok(shape(find(call, id))),
  ),
  operation('DELETE', '/v1/webhook_endpoints/:id', parameters({}), (call, _given, id) => {
    call.draft.put({ kind: 'webhookEndpoint', value: { ...find(call, id), isDeleted: true } });
    return ok({ id, object: 'webhook_endpoint', deleted: true });
  }),
];

/**
 * Sets the one endpoint that hears of all events of every account; null removes it. A new address replaces the old one
 * for what has not been acknowledged as well. Resolves when it is on the disk.
 */
export async function setEveryAccountEndpoint(
  books: Books,
  recorder: Recorder,
  address: WebhookAddress | null,
  nowMs: number,
): Promise<void> {
  const known = everyAccountEndpoint(books);
  if (known?.url === address?.url && known?.secret === address?.secret) return;
  const base: Omit<WebhookEndpoint, 'url' | 'secret'> = known ?? {
    id: newId('we'),
    created: Math.floor(nowMs / 1000),
    enabledEvents: ['*'],
    description: null,
    metadata: {},
    isDeleted: false,
  };
  const removed = known && { ...known, isDeleted: true };
  const value = address === null ? removed : { ...base, url: address.url, secret: address.secret };
  if (value !== undefined) await recorder.recordAlone(EVERY_ACCOUNT, [{ kind: 'webhookEndpoint', value }]);
}

export function everyAccountEndpoint(books: Books): WebhookEndpoint | undefined {
  return [...books.of(EVERY_ACCOUNT).webhookEndpoints.values()].find(({ isDeleted }) => !isDeleted);
}

function registered(call: Call): ReadonlyMap<string, WebhookEndpoint> {
  return new Map([...call.books.webhookEndpoints].filter(([, { isDeleted }]) => !isDeleted));
}

function find(call: Call, id: string): WebhookEndpoint {
  const endpoint = registered(call).get(id);
  if (endpoint === undefined) throw noSuch('webhook endpoint', id, 'id', 404);
  return endpoint;
}

/** The secret is not among it: it is told once, by the answer to the creation. */
function shape(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: false,
    metadata: endpoint.metadata,
    status: 'enabled',
    url: endpoint.url,
  };
}

function url(): Parser<string | undefined> {
  return (value, param) => {
    const given = text(2048)(value, param);
    if (given !== undefined && !webhookUrl.safeParse(given).success) {
      throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', {
        code: 'url_invalid',
        param,
      });
    }
    return given;
  };
}

function eventName(): Parser<string | undefined> {
  return (value, param) => {
    const given = text(100)(value, param);
    if (given !== undefined && !/^(\*|[a-z_]+(\.[a-z_]+)+)$/.test(given)) {
      throw invalidRequest(`Invalid ${param}: must be the type of an event, or *`, { param });
    }
    return given;
  };
}
