import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterEach } from 'vitest';
import { type Simulator, startSimulator } from './simulator';
import type { WebhookAddress } from './webhook-address';

// What the tests of this folder share: a simulator on a free port, driven by the official SDK.

const cleanUps: (() => Promise<void>)[] = [];

/** Has something done after the test, before what was asked for earlier. */
export function afterThisTest(cleanUp: () => Promise<void>): void {
  cleanUps.push(cleanUp);
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'processor-simulator-'));
  cleanUps.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export interface Bench {
  readonly simulator: Simulator;
  readonly dataDir: string;
  readonly stripe: Stripe;
}

/** Starts a simulator that is closed after the test. */
export async function startBench(
  options: { dataDir?: string; now?: () => number; latencyMs?: number; webhook?: WebhookAddress } = {},
): Promise<Bench> {
  const dataDir = options.dataDir ?? (await temporaryDirectory());
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', ...options, dataDir });
  cleanUps.push(() => simulator.close());
  return { simulator, dataDir, stripe: sdk(simulator.url) };
}

/** The official SDK, pointed at a simulator. */
export function sdk(url: string, key = 'sk_test_demo'): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
}

/** A payment as a shop makes it: confirmed at once, with nobody to send elsewhere. */
export function payment(
  method = 'pm_card_visa',
  changes: Partial<Stripe.PaymentIntentCreateParams> = {},
): Stripe.PaymentIntentCreateParams {
  return {
    amount: 4200,
    currency: 'usd',
    payment_method: method,
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...changes,
  };
}

/** The Stripe error a call ends with; a call that succeeds fails the test. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call was expected to fail, but it succeeded.');
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly error: Readonly<Record<string, unknown>>;
}

/** A request without the SDK, for what the SDK hides. */
export async function raw(
  bench: { simulator: { url: string } },
  path: string,
  options: { method?: string; form?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const response = await fetch(`${bench.simulator.url}${path}`, {
    method: options.method ?? (options.form === undefined ? 'GET' : 'POST'),
    headers: { authorization: 'Bearer sk_test_demo', ...options.headers },
    ...(options.form === undefined ? {} : { body: new URLSearchParams(options.form) }),
  });
  const text = await response.text();
  const { error = {} }: { error?: Record<string, unknown> } = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, error };
}

export const CHARGE_FORM = {
  amount: '4200',
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: 'true',
  'automatic_payment_methods[enabled]': 'true',
  'automatic_payment_methods[allow_redirects]': 'never',
};

export async function setSettings(
  bench: { simulator: { url: string } },
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await postJson(bench, '/_simulator/settings', settings);
}

/** Sends JSON to one of the simulator's own endpoints. */
export async function postJson(
  bench: { simulator: { url: string } },
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${bench.simulator.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Asks again until the answer is there, for at most ten seconds. */
export async function eventually<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    // Whatever is waited for may have to happen in this process.
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('It did not happen within ten seconds.');
}
