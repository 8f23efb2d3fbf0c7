import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createRefund } from './refunds';

/** A processor that answers what it is told to: some answers no simulator gives at will. */
let server: Server;
let answers: { readonly status: number; readonly body: object }[];
let paths: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      const next = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the processor does not listen');
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/nothing');
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('STRIPE_API_BASE', `http://127.0.0.1:${address.port}`);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});
beforeEach(() => {
  answers = [];
  paths = [];
});

const request = {
  processorKey: 'key',
  chargeId: 'ch_1',
  amount: 100,
  currency: 'USD',
  reason: 'requested_by_customer',
  metadata: { key: 'k' },
} as const;

function refund(status: string, changes: object = {}): { status: number; body: object } {
  const body = {
    id: 're_1',
    object: 'refund',
    amount: 100,
    currency: 'usd',
    charge: 'ch_1',
    status,
    ...changes,
  };
  return { status: 200, body };
}

function error(status: number, changes: object): { status: number; body: object } {
  return { status, body: { error: { type: 'invalid_request_error', message: 'No.', ...changes } } };
}

it('reads a pending refund again, because the key repeats the first answer', async () => {
  answers = [refund('pending'), refund('succeeded')];
  expect(await createRefund(request)).toEqual({ known: true, fact: { kind: 'refunded', refundId: 're_1' } });
  expect(paths).toEqual(['POST /v1/refunds', 'GET /v1/refunds/re_1']);
});

it('calls what is still pending unknown', async () => {
  answers = [refund('pending'), refund('requires_action')];
  expect(await createRefund(request)).toMatchObject({ known: false });
});

it.each(['failed', 'canceled'])('calls a refund that is %s failed', async (status) => {
  answers = [refund(status, { failure_reason: 'declined' })];
  const fact = { kind: 'refund_failed', refundId: 're_1', why: 'declined' };
  expect(await createRefund(request)).toEqual({ known: true, fact });
});

it.each([[{ code: 'charge_already_refunded' }], [{ code: 'charge_disputed' }], [{ param: 'amount' }]])(
  'calls a 400 that names the state of the charge a failure: %o',
  async (says) => {
    answers = [error(400, says)];
    const fact = { kind: 'refund_failed', refundId: null, why: 'No.' };
    expect(await createRefund(request)).toEqual({ known: true, fact });
  },
);

it.each([
  [400, { code: 'parameter_unknown', param: 'colour' }],
  [400, { type: 'idempotency_error' }],
  [401, {}],
  [404, { code: 'resource_missing' }],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
  [429, { code: 'rate_limit' }],
  [500, { type: 'api_error' }],
  [503, {}],
])('calls every other error unknown: %i %o', async (status, says) => {
  answers = [error(status, says)];
  expect(await createRefund(request)).toMatchObject({ known: false });
});

it('does not believe another amount than was asked for', async () => {
  answers = [refund('succeeded', { amount: 99 })];
  expect(await createRefund(request)).toMatchObject({ known: false });
});
