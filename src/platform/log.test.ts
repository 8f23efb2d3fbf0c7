import { beforeAll, expect, it, vi } from 'vitest';
import { createLog } from './log';

/** Whatever somebody logs, no shopper can be read out of it. */
let written = '';
const log = () =>
  createLog({
    write: (line: string) => {
      written += line;
    },
  });

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1/none');
  vi.stubEnv('SESSION_SECRET', 'the session secret of the tests, 32 characters or more');
  vi.stubEnv('LOG_LEVEL', 'debug');
});

function logged(fields: object): string {
  written = '';
  log().debug(fields, 'something happened');
  expect(written).toContain('something happened');
  return written;
}

it('leaves out fields that are personal or secret, also deep inside', () => {
  const text = logged({
    email: 'ada@example.com',
    order: { shippingAddress: { line1: '1 Bell Street' }, number: 'DT-1' },
    request: { headers: { cookie: 'doubletap_session=a', authorization: 'Bearer b' } },
  });
  for (const secret of ['ada@', 'Bell', 'doubletap_session', 'Bearer']) expect(text).not.toContain(secret);
  expect(text).toContain('DT-1');
});

it.each([
  ['the processor', { rawType: 'card_error' }],
  ['Prisma', { clientVersion: '7.10.0' }],
  ['PostgreSQL', { severity: 'ERROR' }],
  ['a mail server', { responseCode: 550 }],
])('says of an error of %s where it happened, and nothing that it quotes', (_, mark) => {
  const text = logged({ err: Object.assign(new Error('no such user: Ada Lovelace,\n 1 Bell Street'), mark) });
  expect(text).not.toMatch(/Ada|Bell/);
  expect(text).toContain('log.test.ts');
});

it('masks mail addresses, card numbers and sessions in the sentence of any other error', () => {
  const text = logged({
    err: new Error(
      'of ada@example.com: 4242 4242 4242 4242, 4242424242424242 and eyJhbGciOiJIUzI1NiJ9.eyJz.c2ln',
    ),
  });
  expect(text).toContain('of <address>: <number>, <number> and <token>');
  expect(text).not.toMatch(/4242|ada@|eyJ/);
});

it('keeps ids and times in a sentence, which an operator looks for', () => {
  const text = logged({
    err: new Error('the order 01926f3e-7c1d-7a2b-8c3d-0123456789ab at 2026-11-30T12:00:00.000Z'),
  });
  expect(text).toContain('the order 01926f3e-7c1d-7a2b-8c3d-0123456789ab at 2026-11-30T12:00:00.000Z');
});
