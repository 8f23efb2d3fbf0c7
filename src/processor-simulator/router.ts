import type { IncomingMessage } from 'node:http';
import { answerApi, type Parts } from './api';
import { bookReport } from './book-report';
import { ApiError, errorObject } from './errors';
import { jsonReply, type Reply, readBody, textReply } from './http';
import { renderPage } from './page';
import { changeSettings, type Settings } from './settings';
import { API_VERSION } from './shapes';

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Request-Id, Idempotent-Replayed, Original-Request, Stripe-Should-Retry',
};
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, accept, idempotency-key, stripe-version, stripe-account, x-stripe-client-user-agent, x-stripe-client-telemetry, x-requested-with',
  'access-control-max-age': '300',
};

const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
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
  const what = `${incoming.method} ${url.pathname}`;
  if (what === 'POST /_simulator/settings') return postSettings(parts.settings, incoming);
  if (what === 'GET /_simulator/settings') return jsonReply(200, parts.settings);
  if (what === 'GET /_simulator/books' || what === 'GET /') {
    const report = bookReport(parts.books, parts.keys, parts.now());
    await parts.journal.settled();
    if (url.pathname !== '/') return jsonReply(200, report);
    return textReply(200, 'text/html; charset=utf-8', renderPage(report, parts.settings), PAGE_HEADERS);
  }
  return jsonReply(404, { message: `There is nothing at ${what}. Stripe's API is under /v1.` });
}

/** Only JSON is taken, because a page of another origin cannot send that without asking first. */
async function postSettings(settings: Settings, incoming: IncomingMessage): Promise<Reply> {
  if (!(incoming.headers['content-type'] ?? '').startsWith('application/json')) {
    return jsonReply(415, { message: 'Settings are sent as application/json.' });
  }
  const body = await readBody(incoming);
  const problem = changeSettings(settings, body);
  return problem === undefined ? jsonReply(200, settings) : jsonReply(400, { message: problem });
}

function refusalOrThrow(error: unknown): Reply {
  if (error instanceof ApiError) return jsonReply(error.status, errorObject(error.body));
  throw error;
}
