import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Payer, PaymentLimits } from './limits';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = {
  paymentsAMinute: { shopper: 1_000, address: 1_000 },
  declinesAnHour: { shopper: 1_000, address: 1_000 },
};

let payments = 0;

function payer(shopper: string, address = 'home'): Payer {
  payments += 1;
  return { shopper, address, payment: `payment ${payments}` };
}

it('lets a shopper begin so many payments a minute, and says truly when the next one may come', async () => {
  const limits = new PaymentLimits({ ...open, paymentsAMinute: { shopper: 2, address: 1_000 } });
  expect(await limits.enter(payer('ada'))).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(await limits.enter(payer('ada'))).toBeNull();
  expect(await limits.enter(payer('ada'))).toBe(40_000);
  expect(await limits.enter(payer('bob'))).toBeNull();
  vi.advanceTimersByTime(39_999);
  expect(await limits.enter(payer('ada'))).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await limits.enter(payer('ada'))).toBeNull();
});

it('counts a key once, however often it is attempted', async () => {
  const limits = new PaymentLimits({ ...open, paymentsAMinute: { shopper: 2, address: 2 } });
  const first = payer('ada');
  for (let attempt = 1; attempt <= 5; attempt += 1) expect(await limits.enter(first)).toBeNull();
  expect(await limits.enter(payer('ada'))).toBeNull();
  expect(await limits.enter(payer('ada'))).toBe(60_000);
  expect(await limits.enter(first)).toBeNull();
});

it('limits what comes from one address, whoever it says it is; another address is not affected', async () => {
  const limits = new PaymentLimits({ ...open, paymentsAMinute: { shopper: 2, address: 3 } });
  for (const shopper of ['a', 'b', 'c']) expect(await limits.enter(payer(shopper))).toBeNull();
  expect(await limits.enter(payer('d'))).toBe(60_000);
  expect(await limits.enter(payer('e', 'elsewhere'))).toBeNull();
});

it('takes nothing from the others at an address for what one shopper is refused', async () => {
  const limits = new PaymentLimits({ ...open, paymentsAMinute: { shopper: 1, address: 3 } });
  expect(await limits.enter(payer('greedy'))).toBeNull();
  for (let more = 1; more <= 10; more += 1) expect(await limits.enter(payer('greedy'))).toBe(60_000);
  expect(await limits.enter(payer('b'))).toBeNull();
  expect(await limits.enter(payer('c'))).toBeNull();
});

it('lets a shopper begin nothing more after so many declined cards in an hour', async () => {
  const limits = new PaymentLimits({ ...open, declinesAnHour: { shopper: 2, address: 1_000 } });
  const declined = payer('tester');
  await limits.recordDecline(declined);
  await limits.recordDecline(declined);
  expect(await limits.enter(payer('tester'))).toBeNull();
  vi.advanceTimersByTime(600_000);
  await limits.recordDecline(payer('tester'));
  expect(await limits.enter(payer('tester'))).toBe(3_000_000);
  expect(await limits.enter(payer('bob'))).toBeNull();
});

it('lets nobody at an address begin anything more after so many declined cards there', async () => {
  const limits = new PaymentLimits({ ...open, declinesAnHour: { shopper: 2, address: 3 } });
  for (const shopper of ['a', 'b', 'c']) await limits.recordDecline(payer(shopper));
  expect(await limits.enter(payer('d'))).toBe(3_600_000);
  expect(await limits.enter(payer('d', 'elsewhere'))).toBeNull();
});

it('stays within its memory, however many shoppers and addresses an attack makes up', async () => {
  const limits = new PaymentLimits(open);
  const timersBefore = vi.getTimerCount();
  for (let made = 0; made < 150_000; made += 1) await limits.enter(payer(`s${made}`, `a${made}`));
  // The library has one timer for each place that it counts in.
  const places = vi.getTimerCount() - timersBefore;
  expect(places).toBeGreaterThan(100_000);
  expect(places).toBeLessThanOrEqual(2 * 65_536);
}, 60_000);

it('keeps nothing alive of the requests that it has counted', async () => {
  const request = new AsyncLocalStorage<string>();
  const start = globalThis.setTimeout;
  const startedIn: (string | undefined)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((...timer) => {
    startedIn.push(request.getStore());
    return start(...timer);
  });
  const limits = new PaymentLimits(open);
  await request.run('a request', () => limits.enter(payer('ada')));
  await request.run('a request', () => limits.recordDecline(payer('bob')));
  vi.restoreAllMocks();
  expect(startedIn.length).toBeGreaterThan(2);
  expect(new Set(startedIn)).toEqual(new Set([undefined]));
});
