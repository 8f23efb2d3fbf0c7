import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { afterThisTest, eventually, raw } from './test-bench';
import type { WebhookReport } from './webhook-report';

// A receiver of webhooks as a shop has it: it checks the signature with the official SDK.

export const SECRET = 'whsec_of_the_tests';

const stripe = new Stripe('sk_test_demo');

export interface Received {
  readonly event: Stripe.Event;
  readonly payload: string;
  readonly headers: IncomingMessage['headers'];
}

type Answer = number | 'nothing';

export interface Receiver {
  readonly url: string;
  /** What came with a signature that the SDK accepts, in the order in which it came. */
  readonly received: readonly Received[];
  /** How many webhooks the SDK refused. They were answered 400. */
  readonly refused: () => number;
  /** Decides how the next accepted webhooks are answered; at first 200. `nothing` leaves them without an answer. */
  answerWith(answer: (received: Received, count: number) => Answer): void;
  /** The types of what was accepted, in order. */
  readonly types: () => string[];
  /** Waits until so many were accepted. */
  until(count: number): Promise<void>;
}

export async function startReceiver(secret = SECRET): Promise<Receiver> {
  const received: Received[] = [];
  let refused = 0;
  let decide: (received: Received, count: number) => Answer = () => 200;
  const server = createServer(async (request, response) => {
    const payload = await bodyOf(request);
    const event = verified(payload, request.headers['stripe-signature'], secret);
    if (event === undefined) {
      refused += 1;
      response.writeHead(400).end('signature refused');
      return;
    }
    const entry = { event, payload, headers: request.headers };
    received.push(entry);
    const answer = decide(entry, received.length);
    if (answer === 'nothing') return;
    response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('noted');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterThisTest(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    refused: () => refused,
    answerWith(answer) {
      decide = answer;
    },
    types: () => received.map(({ event }) => event.type),
    async until(count) {
      await eventually(async () => (received.length >= count ? true : undefined));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function verified(payload: string, header: string | string[] | undefined, secret: string) {
  try {
    return stripe.webhooks.constructEvent(payload, header ?? '', secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}

export async function webhooksOf(bench: { simulator: { url: string } }): Promise<WebhookReport> {
  return JSON.parse((await raw(bench, '/_simulator/webhooks')).text);
}

/** Asks for the report until it is as wanted, for at most ten seconds. */
export function untilReport(
  bench: { simulator: { url: string } },
  isWanted: (report: WebhookReport) => boolean,
): Promise<WebhookReport> {
  return eventually(async () => {
    const report = await webhooksOf(bench);
    return isWanted(report) ? report : undefined;
  });
}
