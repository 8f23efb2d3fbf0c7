import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { z } from 'zod';
import { readKeyHeader } from '@/idempotency';
import { assertSimulator } from './guard';

/** How a shop that is wrong calls its processor. */
export type KeyUse =
  /** It knows no keys: each request is a charge. */
  | 'none'
  /** It hands on whatever key the client sends. That is as right as the client is. */
  | 'of_the_client';

export interface WrongShopSettings {
  readonly processor: { readonly url: string; readonly secretKey: string };
  readonly keys: KeyUse;
  /** Marks its charges in the processor's books. */
  readonly mark: string;
}

/** A shop that charges a card and answers, and is wrong about repeats. */
export interface WrongShop {
  readonly port: number;
  /** How many orders it believes to have made. */
  readonly orders: number;
  stop(): Promise<void>;
}

const payInput = z.object({ amount: z.int().min(1), paymentMethodId: z.string() });

/** Opens one on loopback. Throws where its processor is not the simulator. */
export async function openWrongShop({ processor, keys, mark }: WrongShopSettings): Promise<WrongShop> {
  assertSimulator(processor);
  const { hostname: host, port } = new URL(processor.url);
  const stripe = new Stripe(processor.secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0 });
  let orders = 0;
  const pay = async (incoming: IncomingMessage): Promise<object> => {
    const { amount, paymentMethodId } = payInput.parse(JSON.parse(await textOf(incoming)));
    const header = readKeyHeader(incoming.headers['idempotency-key']?.toString());
    const isHandedOn = keys === 'of_the_client' && header.kind === 'key';
    const intent = await stripe.paymentIntents.create(
      {
        ...{ amount, currency: 'usd', payment_method: paymentMethodId, confirm: true, metadata: { mark } },
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      // Without one the SDK makes up a new key for each call.
      isHandedOn ? { idempotencyKey: `${mark} ${header.key}` } : {},
    );
    orders += 1;
    return { status: 'paid', intent: intent.id };
  };
  const server = createServer((incoming, outgoing) => {
    pay(incoming).then(
      (answer) => outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port, // a TCP server that listens has such an address
    get orders() {
      return orders;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}
