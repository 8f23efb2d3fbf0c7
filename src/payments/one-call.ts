import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import Stripe from 'stripe';

/** A connection that has been idle for longer may have been closed at the other end, in milliseconds. */
const idleMs = 15_000;

/**
 * The SDK's own HTTP client, one call for one call. By itself the SDK repeats a POST whose connection was closed once, whatever
 * `maxNetworkRetries` says; it knows such an end by its code, which is left out here. One layer retries, and that is the browser.
 */
export function oneCallClient(isPlain: boolean): ReturnType<typeof Stripe.createNodeHttpClient> {
  const options = { keepAlive: true, timeout: idleMs };
  const client = Stripe.createNodeHttpClient(isPlain ? new PlainAgent(options) : new Agent(options));
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (...request) => makeRequest(...request).catch(withoutClosedCode);
  return client;
}

const closedCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

function withoutClosedCode(error: unknown): never {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (closedCodes.includes(code))
    throw new Error(`the connection was closed (${String(code)})`, { cause: error });
  throw error;
}
