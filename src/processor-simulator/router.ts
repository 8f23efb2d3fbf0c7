import type { IncomingMessage } from 'node:http';
import { answerApi, type Parts } from './api';
import { ApiError, errorObject } from './errors';
import { jsonReply, type Reply, textReply } from './http';
import { answerOwn } from './own-endpoints';
import { API_VERSION } from './shapes';

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Request-Id, Idempotent-Replayed, Original-Request, Stripe-Should-Retry',
};
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, accept, idempotency-key, stripe-version, stripe-account, x-stripe-client-user-agent, x-stripe-client-telemetry, x-requested-with',
  'access-control-max-age': '300',
};

/** Finds who answers a request: Stripe's API under `/v1`, the simulator's own endpoints, or the page of the books. */
export async function answer(parts: Parts, incoming: IncomingMessage, requestId: string): Promise<Reply> {
  const reply = await route(parts, incoming, requestId).catch(refusalOrThrow);
  return { ...reply, headers: { 'request-id': requestId, ...reply.headers } };
}

async function route(parts: Parts, incoming: IncomingMessage, requestId: string): Promise<Reply> {
  const url = new URL(incoming.url ?? '/', 'http://simulator');
  if (url.pathname.startsWith('/v1/')) {
    if (incoming.method === 'OPTIONS') return textReply(200, 'text/plain', '', PREFLIGHT_HEADERS);
    const reply = await answerApi(parts, incoming, url, requestId);
    return { ...reply, headers: { ...CORS_HEADERS, 'stripe-version': API_VERSION, ...reply.headers } };
  }
  return answerOwn(parts, incoming, url);
}

function refusalOrThrow(error: unknown): Reply {
  if (error instanceof ApiError) return jsonReply(error.status, errorObject(error.body));
  throw error;
}
