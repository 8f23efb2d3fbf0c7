import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createRefund } from './refunds';
import { openToldProcessor, type ToldProcessor } from './test-bench';

/** What a refund came to, by what the processor answers. */
let processor: ToldProcessor;

beforeAll(async () => {
  processor = await openToldProcessor();
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/nothing');
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('STRIPE_API_BASE', processor.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => {
  vi.unstubAllEnvs();
  processor.close();
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
  processor.tell(refund('pending'), refund('succeeded'));
  expect(await createRefund(request)).toEqual({ known: true, fact: { kind: 'refunded', refundId: 're_1' } });
  expect(processor.asked).toEqual(['POST /v1/refunds', 'GET /v1/refunds/re_1']);
});

it('calls what is still pending unknown', async () => {
  processor.tell(refund('pending'), refund('requires_action'));
  expect(await createRefund(request)).toMatchObject({ known: false });
});

it.each(['failed', 'canceled'])('calls a refund that is %s failed', async (status) => {
  processor.tell(refund(status, { failure_reason: 'declined' }));
  const fact = { kind: 'refund_failed', refundId: 're_1', why: 'declined' };
  expect(await createRefund(request)).toEqual({ known: true, fact });
});

it.each([[{ code: 'charge_already_refunded' }], [{ code: 'charge_disputed' }], [{ param: 'amount' }]])(
  'calls a 400 that names the state of the charge a failure: %o',
  async (says) => {
    processor.tell(error(400, says));
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
  processor.tell(error(status, says));
  expect(await createRefund(request)).toMatchObject({ known: false });
});

it('does not believe another amount than was asked for', async () => {
  processor.tell(refund('succeeded', { amount: 99 }));
  expect(await createRefund(request)).toMatchObject({ known: false });
});
