import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Parts } from './api';
import { bookReport } from './book-report';
import { jsonReply, type Reply, readBody, textReply } from './http';
import { renderPage } from './page';
import { applySettings, readSettingsChange } from './settings';
import { everyAccountEndpoint, setEveryAccountEndpoint } from './webhook-endpoints';
import { webhookReport } from './webhook-report';

const PAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
};

/** Answers what is the simulator's own, apart from Stripe's API. Readers wait for the disk here as well. */
export async function answerOwn(parts: Parts, incoming: IncomingMessage, url: URL): Promise<Reply> {
  const what = `${incoming.method} ${url.pathname}`;
  switch (what) {
    case 'GET /':
      return page(parts);
    case 'GET /_simulator/books':
      return whenDurable(parts, bookReport(parts.books, parts.keys, parts.now()));
    case 'GET /_simulator/webhooks':
      return whenDurable(parts, webhookReport(parts.books, parts.now()));
    case 'POST /_simulator/webhooks/redeliver':
      return takeJson(incoming, (body) => redeliver(parts, body));
    case 'GET /_simulator/settings':
      return whenDurable(parts, shownSettings(parts));
    case 'POST /_simulator/settings':
      return takeJson(incoming, (body) => changeSettings(parts, body));
    default:
      return jsonReply(404, { message: `There is nothing at ${what}. Stripe's API is under /v1.` });
  }
}

async function page(parts: Parts): Promise<Reply> {
  const nowMs = parts.now();
  const books = bookReport(parts.books, parts.keys, nowMs);
  const html = renderPage(books, webhookReport(parts.books, nowMs), parts.settings);
  await parts.journal.settled();
  return textReply(200, 'text/html; charset=utf-8', html, PAGE_HEADERS);
}

async function whenDurable(parts: Parts, body: unknown): Promise<Reply> {
  await parts.journal.settled();
  return jsonReply(200, body);
}

/** Only JSON is taken, because a page of another origin cannot send that without asking first. */
async function takeJson(incoming: IncomingMessage, answer: (body: string) => Promise<Reply>): Promise<Reply> {
  if (!(incoming.headers['content-type'] ?? '').startsWith('application/json')) {
    return jsonReply(415, { message: 'Send it as application/json.' });
  }
  return answer(await readBody(incoming));
}

/** The settings as they are told: everything but the endpoint's secret. */
function shownSettings({ settings, books }: Parts) {
  const endpoint = everyAccountEndpoint(books);
  return { ...settings, webhook: endpoint === undefined ? null : { url: endpoint.url } };
}

async function changeSettings(parts: Parts, body: string): Promise<Reply> {
  const read = readSettingsChange(body);
  if ('problem' in read) return jsonReply(400, { message: read.problem });
  applySettings(parts.settings, read.change);
  if (read.change.webhooks?.mode !== undefined) parts.webhooks.releaseCollected();
  const { webhook } = read.change;
  if (webhook !== undefined) {
    await setEveryAccountEndpoint(parts.books, parts.recorder, webhook, parts.now());
  }
  return jsonReply(200, shownSettings(parts));
}

const redelivery = z.strictObject({
  which: z.enum(['undelivered', 'all']).default('undelivered'),
  order: z.enum(['oldest_first', 'newest_first']).default('oldest_first'),
  events: z.array(z.string()).max(1000).nullable().default(null),
});

async function redeliver(parts: Parts, body: string): Promise<Reply> {
  const read = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text === '' ? '{}' : text);
      } catch {
        context.addIssue('This is not JSON.');
        return z.NEVER;
      }
    })
    .pipe(redelivery)
    .safeParse(body);
  if (!read.success) {
    return jsonReply(400, { message: `This cannot be redelivered. ${z.prettifyError(read.error)}` });
  }
  return jsonReply(200, { redelivering: await parts.webhooks.redeliver(read.data) });
}
