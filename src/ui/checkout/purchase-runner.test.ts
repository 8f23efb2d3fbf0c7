import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payButton } from '@/retry';
import { cartAt, input, openPage, paid } from './testing/open-page';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A page whose first attempt was lost, and which has come to wait while it is offline. */
async function openPausedPage() {
  const page = openPage();
  page.pay();
  await pass(0);
  onlineManager.setOnline(false);
  await pass(2_000);
  expect(page.runner.getState()).toMatchObject({ phase: 'paused', why: 'offline', attempt: 2 });
  expect(page.pays).toHaveLength(1);
  return page;
}

it('sends each next attempt at the moment that the page has said, the first repeat included', async () => {
  const { pays, runner, pay } = openPage();
  const saidAt: number[] = [];
  runner.subscribe(() => {
    const state = runner.getState();
    if (state.phase === 'waiting') saidAt.push(state.nextAttemptAt);
  });
  pay();
  await pass(60_000);
  expect(runner.getState()).toMatchObject({ phase: 'checking', why: 'unanswered' });
  const [first = 0, ...repeats] = pays.map(({ at }) => at);
  expect(repeats).toEqual(saidAt);
  expect(repeats).toHaveLength(4);
  expect((repeats[0] ?? 0) - first).toBeGreaterThanOrEqual(500);
});

it('makes 5, 5, 3 and then 1 requests for presses of one minute in the same page', async () => {
  const { shop, pays, runner, pay } = openPage();
  shop.close = { outcome: 'not_made' };
  const requests: number[] = [];
  for (let press = 0; press < 4; press += 1) {
    const before = pays.length;
    pay();
    while (runner.getState().phase !== 'refused') await pass(100);
    requests.push(pays.length - before);
  }
  expect(requests).toEqual([5, 5, 3, 1]);
  expect(new Set(pays.map(({ key }) => key)).size).toBe(4);
});

it('sends nothing for a press without a connection, and nothing later either', async () => {
  const { asked, runner, pay } = openPage();
  onlineManager.setOnline(false);
  pay();
  await pass(1_000);
  expect(runner.getState()).toMatchObject({ phase: 'not_sent' });
  onlineManager.setOnline(true);
  await pass(120_000);
  expect(asked).toEqual([]);
});

it('sends nothing when the connection goes while the card is on its way to the processor', async () => {
  const { asked, runner } = openPage();
  runner.pay(async () => {
    onlineManager.setOnline(false);
    return input;
  });
  await pass(1_000);
  expect(runner.getState()).toMatchObject({ phase: 'not_sent' });
  expect(asked).toEqual([]);
});

it('goes on with the same key when the connection is back in time, and waits no longer than its deadline', async () => {
  const { shop, pays, runner } = await openPausedPage();
  await pass(53_000);
  shop.pay = paid;
  onlineManager.setOnline(true);
  await pass(0);
  expect(runner.getState()).toMatchObject({ phase: 'paid' });
  expect(pays.map(({ attempt }) => attempt)).toEqual(['1', '2']);
  expect(pays[1]?.key).toBe(pays[0]?.key);
  expect(pays[0]?.timeoutMs).toBe(payButton.attemptTimeoutMs);
  expect(pays[1]?.timeoutMs).toBe(5_000);
});

it('holds a repeat back while the tab is hidden', async () => {
  const { shop, pays, runner, pay } = openPage();
  pay();
  await pass(0);
  focusManager.setFocused(false);
  await pass(20_000);
  expect(runner.getState()).toMatchObject({ phase: 'paused', why: 'hidden' });
  expect(pays).toHaveLength(1);
  shop.pay = paid;
  focusManager.setFocused(true);
  await pass(0);
  expect(runner.getState()).toMatchObject({ phase: 'paid' });
});

it('is closed and never sent when its deadline has passed while it was held back', async () => {
  const { shop, pays, asked, runner } = await openPausedPage();
  await pass(58_000);
  shop.pay = paid;
  shop.close = { outcome: 'not_made' };
  onlineManager.setOnline(true);
  await pass(0);
  expect(runner.getState()).toMatchObject({ phase: 'refused', data: { reason: 'payment_not_made' } });
  expect(pays).toHaveLength(1);
  expect(asked).toContain('checkout.close');
});

it('is closed and never sent when the cart was changed elsewhere while it was held back', async () => {
  const { shop, pays, runner } = await openPausedPage();
  shop.pay = paid;
  shop.cart = cartAt(input.cartVersion + 1);
  const shown: unknown[] = [];
  runner.subscribe(() => shown.push(runner.getState()));
  onlineManager.setOnline(true);
  await pass(0);
  expect(shown.at(-1)).toMatchObject({ phase: 'checking', why: 'changed_mind' });
  expect(pays).toHaveLength(1);
});

it('is not sent while nobody knows whether the cart was changed', async () => {
  const { shop, pays, runner } = await openPausedPage();
  shop.cart = null;
  onlineManager.setOnline(true);
  await pass(0);
  expect(runner.getState()).toMatchObject({ phase: 'waiting', attempt: 3 });
  shop.cart = cartAt(input.cartVersion);
  shop.pay = paid;
  await pass(4_000);
  expect(runner.getState()).toMatchObject({ phase: 'paid' });
  expect(pays.map(({ attempt }) => attempt)).toEqual(['1', '2']);
});

it.each(['a change of the cart in this page', 'the shopper'])('is given up at once by %s', async (who) => {
  const { shop, pays, asked, runner, changeCart } = await openPausedPage();
  if (who === 'the shopper') runner.giveUp();
  else void changeCart();
  expect(runner.getState()).toMatchObject({ phase: 'checking', why: 'changed_mind' });
  await pass(10_000);
  expect(asked).not.toContain('checkout.close');
  shop.pay = paid;
  shop.close = { outcome: 'paid', orderId: 'order-1' };
  onlineManager.setOnline(true);
  await pass(0);
  expect(runner.getState()).toMatchObject({ phase: 'paid', paid: { orderId: 'order-1' } });
  expect(pays).toHaveLength(1);
});

it('does not disturb the next purchase when the wait of one that was given up is over', async () => {
  const { shop, pays, runner, pay } = openPage();
  pay();
  await pass(0);
  shop.close = { outcome: 'not_made' };
  runner.giveUp();
  await pass(0);
  expect(runner.getState()).toMatchObject({ phase: 'refused' });
  shop.pay = new Promise((resolve) => setTimeout(resolve, 5_000, paid));
  pay();
  await pass(4_000);
  expect(runner.getState()).toMatchObject({ phase: 'paying', attempt: 1 });
  await pass(1_000);
  expect(runner.getState()).toMatchObject({ phase: 'paid' });
  expect(pays).toHaveLength(2);
});

it('stops at once where the wait that is asked for does not fit the deadline', async () => {
  const { shop, pays, runner, pay } = openPage();
  shop.pay = new Response(null, { status: 503, headers: { 'retry-after': '30' } });
  pay();
  await pass(29_999);
  expect(pays).toHaveLength(1);
  await pass(15_001);
  expect(pays).toHaveLength(2);
  expect(runner.getState()).toMatchObject({ phase: 'checking', why: 'unanswered' });
});

describe('after a reload', () => {
  it('shows a found purchase as held back, too, where there is no connection', async () => {
    const { tab } = await openPausedPage();
    const found = openPage(tab);
    found.shop.cart = null;
    found.runner.resume();
    await pass(2_000);
    expect(found.runner.getState()).toMatchObject({ phase: 'paused', why: 'offline' });
    expect(found.pays).toEqual([]);
  });

  const stillPaying = new Promise(() => undefined);

  it.each([
    ['waited for', 'changed_mind', null],
    ['on its way', 'changed_mind', stillPaying],
    ['used up', 'unanswered', null],
  ])('does not send again what was given up while it was %s', async (when, why, answer) => {
    const { tab, shop, runner, pay } = openPage();
    shop.pay = answer;
    pay();
    await pass(when === 'used up' ? 20_000 : 0);
    if (why === 'changed_mind') runner.giveUp();
    const reloaded = openPage(tab);
    reloaded.runner.resume();
    await pass(0);
    expect(reloaded.runner.getState()).toMatchObject({ phase: 'checking', why });
    expect(reloaded.pays).toEqual([]);
  });

  it.each([
    ['goes on', 'in time', 30_000, ['2'], 'paid'],
    ['is closed', 'after its deadline', 59_800, [], 'refused'],
  ] as const)('%s when it is found %s', async (_what, _when, afterMs, attempts, phase) => {
    const { tab } = await openPausedPage();
    await pass(afterMs - 2_000);
    onlineManager.setOnline(true);
    const found = openPage(tab);
    found.shop.pay = paid;
    found.shop.close = { outcome: 'not_made' };
    found.runner.resume();
    await pass(0);
    expect(found.runner.getState()).toMatchObject({ phase });
    expect(found.pays.map(({ attempt }) => attempt)).toEqual(attempts);
  });
});
