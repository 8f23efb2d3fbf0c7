import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { charge } from './processor';
import { openToldProcessor, type ToldAnswer, type ToldProcessor } from './test-bench';

/** What a charge came to, by what the processor answers: only a definite answer is a fact. */
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
  amount: 100,
  currency: 'USD',
  paymentMethodId: 'pm_1',
  email: 'ada@example.com',
  shipping: { name: 'Ada L', address: { line1: '1 Bell St' } },
  metadata: { key: 'k' },
} as const;

function intent(status: string, changes: object = {}): ToldAnswer {
  const latest_charge = { id: 'ch_1', payment_method_details: { card: { brand: 'visa', last4: '4242' } } };
  const body = { id: 'pi_1', object: 'payment_intent', amount_received: 100, currency: 'usd', latest_charge };
  return { status: 200, body: { ...body, status, ...changes } };
}

function error(status: number, changes: object): ToldAnswer {
  return { status, body: { error: { type: 'invalid_request_error', message: 'No.', ...changes } } };
}

it('is captured when the processor says that it succeeded', async () => {
  processor.tell(intent('succeeded'));
  const card = { brand: 'visa', last4: '4242' };
  const fact = { kind: 'captured', intentId: 'pi_1', chargeId: 'ch_1', card };
  expect(await charge(request)).toEqual({ known: true, fact });
});

it.each([
  [
    'a card that is declined',
    402,
    { type: 'card_error', decline_code: 'insufficient_funds' },
    'insufficient_funds',
  ],
  [
    'a card that needs the shopper, as an older answer says it',
    402,
    { type: 'card_error', code: 'authentication_required' },
    'authentication_required',
  ],
  [
    'a card that needs the shopper',
    402,
    { type: 'card_error', decline_code: 'authentication_required' },
    'authentication_required',
  ],
  [
    'a payment method that is used up',
    400,
    { code: 'resource_missing', param: 'payment_method' },
    'resource_missing',
  ],
])('is declined for %s', async (_, status, says, declineCode) => {
  processor.tell(error(status, says));
  expect(await charge(request)).toMatchObject({ known: true, fact: { kind: 'declined', declineCode } });
});

describe('is unknown, never declined,', () => {
  it.each<[string, ToldAnswer]>([
    ['when another parameter is wrong', error(400, { code: 'parameter_unknown', param: 'colour' })],
    ['when its key was used for something else', error(400, { type: 'idempotency_error' })],
    ['when our credentials are wrong', error(401, {})],
    ['when we are not allowed to', error(403, {})],
    [
      'when an earlier send is at work',
      error(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }),
    ],
    ['when we ask too often', error(429, { code: 'rate_limit' })],
    ['when the processor is broken', error(500, { type: 'api_error' })],
    ['when the processor is away', error(503, {})],
    ['while it is at work', intent('processing')],
    ['when another amount was captured', intent('succeeded', { amount_received: 99 })],
    ['when another currency was captured', intent('succeeded', { currency: 'jpy' })],
  ])('%s', async (_, answer) => {
    processor.tell(answer);
    expect(await charge(request)).toMatchObject({ known: false });
  });

  it('when the connection is cut off, also the second time', async () => {
    processor.tell('cut', 'cut', 'cut');
    expect(await charge(request)).toMatchObject({ known: false });
    expect(processor.asked.length).toBeGreaterThan(0);
  });
});
