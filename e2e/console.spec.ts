import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import PgBoss from 'pg-boss';
import { expectNoBarrier } from './barriers';
import { charges, test } from './story';

/** What an operator does at the console, against the same shop as all stories. */
const token = (): string => process.env.E2E_OPERATOR_TOKEN ?? '';

async function signIn(page: Page, address = '/console'): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel('Console token').fill(token());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signed in as')).toBeVisible();
}

interface Purchase {
  readonly key: string;
  readonly input: Record<string, unknown>;
}

async function read(page: Page, procedure: string, input?: object) {
  const search = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await page.request.get(`/api/trpc/${procedure}${search}`);
  return (await response.json()).result.data;
}

/** A shopper's cart that is about to be paid, without its pages. */
async function press(page: Page): Promise<Purchase> {
  const products: { id: string; slug: string }[] = await read(page, 'catalog.list');
  const productId = products.find(({ slug }) => slug === 'arcade-button')?.id;
  await page.request.post('/api/trpc/cart.setItem', { data: { productId, quantity: 1 } });
  const { id: cartId } = await read(page, 'cart.get');
  const { cartVersion, total } = await read(page, 'checkout.quote', { cartId });
  const address = { name: 'Ada', line1: '1 Bell St', city: 'Austin', postalCode: '78701', country: 'US' };
  return {
    key: randomUUID(),
    input: {
      ...{ cartId, cartVersion, expectedTotal: total, email: 'ada@example.com' },
      ...{ shippingAddress: address, paymentMethodId: 'pm_card_visa' },
    },
  };
}

async function pay(page: Page, { key, input }: Purchase, attempt: number): Promise<number> {
  const headers = { 'idempotency-key': `"${key}"`, 'x-attempt': String(attempt) };
  const response = await page.request.post('/api/trpc/checkout.pay', { data: input, headers });
  return response.status();
}

async function buy(page: Page): Promise<Purchase> {
  const purchase = await press(page);
  expect(await pay(page, purchase, 1)).toBe(200);
  return purchase;
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Key, order, payment' }).fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
}

async function openOrder(page: Page, key: string): Promise<void> {
  await search(page, key);
  await page.getByTestId('found-orders').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible();
}

function rows(table: Locator): Locator {
  return table.locator('tbody tr');
}

test('nothing is shown to whoever is not signed in, and a wrong token opens nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/console/payments');
  await expect(page.getByRole('heading', { name: 'Console' })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/console/operator'))).toEqual([]);
  await page.getByLabel('Your name').fill('Eve');
  await page.getByLabel('Console token').fill('not the token of this shop');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText("This is not the console's token.")).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('the session stays out of the address, of scripts and of shopper procedures; signing out ends it', async ({
  page,
  context,
}) => {
  await signIn(page, '/console/payments?status=captured');
  await expect(page).toHaveURL(/\/console\/payments\?status=captured$/);
  expect(page.url()).not.toContain(token());
  expect(await page.evaluate(() => document.cookie)).not.toContain('operator');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(token());
  const cookie = (await context.cookies()).find(({ name }) => name.includes('operator'));
  expect(cookie).toMatchObject({ path: '/api/console', httpOnly: true, sameSite: 'Strict' });
  const [request] = await Promise.all([page.waitForRequest('**/api/trpc/**'), page.goto('/cart')]);
  expect((await request.allHeaders()).cookie).not.toContain('operator');

  await page.goto('/console');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Console token')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Console token')).toBeVisible();
});

test('a page of the console is kept by nobody and found by no search engine', async ({ page }) => {
  const response = await page.goto('/console/key?scope=a&operation=b&key=c');
  expect(response?.headers()['cache-control']).toContain('no-store');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

test('a purchase is found by its key, with every attempt and what a reused key brought', async ({ page }) => {
  const bought = await buy(page);
  expect(await pay(page, bought, 2)).toBe(200);
  const changed = { ...bought, input: { ...bought.input, email: 'eve@example.com' } };
  expect(await pay(page, changed, 3)).toBe(422);
  await signIn(page);
  await search(page, bought.key);
  await page.getByTestId('found-keys').getByRole('link').click();
  const attempts = rows(page.getByTestId('attempts'));
  await expect(attempts).toHaveCount(3);
  for (const [index, ending] of ['first', 'replayed', 'mismatch'].entries()) {
    await expect(attempts.nth(index)).toContainText(ending);
    await expect(attempts.nth(index).locator('svg rect')).toHaveCount(1);
  }
  const fields = rows(page.getByTestId('mismatch'));
  await expect(fields).toHaveCount(1);
  await expect(fields.first()).toContainText(/email.*ada@example\.com.*eve@example\.com/);
  await expect(page.getByText('"status": "paid"')).toBeVisible();
  // The address alone shows the same to a colleague.
  await page.goto(page.url());
  await expect(attempts).toHaveCount(3);
});

test('a payment in doubt is asked about now, until the processor knows, and is settled once', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const pressed = await press(page);
  const purchase = { ...pressed, input: { ...pressed.input, paymentMethodId: 'pm_card_silent' } };
  // The first attempt waits for the processor in vain. After so many doubts the worker rests for a minute after each.
  for (let attempt = 1; attempt <= 6; attempt += 1) expect(await pay(page, purchase, attempt)).toBe(503);
  await signIn(page, '/console/doubts');
  const row = rows(page.getByTestId('doubts')).filter({ hasText: purchase.key });
  await expect(row).toContainText('in doubt');
  const ask = row.getByRole('button', { name: 'Ask the processor now' });
  await ask.click();
  await expect(row).toContainText('The processor has not said it yet.');
  await expect(async () => {
    await ask.click({ timeout: 1_000 }).catch(() => undefined); // it goes with its row
    await expect(row).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 50_000 });
  expect(await charges(purchase.key)).toBe(1);
  await openOrder(page, purchase.key);
  await expect(page.getByTestId('state-path')).toContainText(/processing.*in doubt.*captured/);
  await page.goto('/console/log?action=ask_processor');
  const log = rows(page.getByTestId('actions')).filter({ hasText: purchase.key });
  await expect(log.first()).toContainText(/Grace.*ask processor.*settled/);
  await expect(log.last()).toContainText(/Grace.*ask processor.*unknown/);
});

test('an order is marked as sent on the version that is shown, and a conflict is told', async ({
  page,
  context,
}) => {
  const first = await buy(page);
  await signIn(page);
  await openOrder(page, first.key);
  const other = await context.newPage();
  await other.goto(page.url());
  const button = /^Mark version \d+ as sent$/;
  await expect(other.getByRole('button', { name: button })).toBeVisible();
  // The other page keeps what it has read.
  await other.route('**/api/console/operator.order*', (route) => route.abort());
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText('It is marked as sent.')).toBeVisible();
  await other.getByRole('button', { name: button }).click();
  await expect(other.getByText('Somebody had marked it already.')).toBeVisible();
  await other.close();

  const second = await buy(page);
  await openOrder(page, second.key);
  await page.route('**/api/console/operator.order*', (route) => route.abort());
  const orderId = new URL(page.url()).searchParams.get('id');
  const refund = await page.request.post('/api/trpc/operator.refund', {
    data: { orderId, amount: { amount: 100, currency: 'USD' }, reason: 'duplicate' },
    headers: { authorization: `Bearer ${token()}`, 'idempotency-key': `"${randomUUID()}"` },
  });
  expect(refund.ok()).toBe(true);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Conflict' })).toContainText(
    'has changed since version',
  );
});

test('a part is given back and then the rest, each once, and both are written down', async ({ page }) => {
  const { key } = await buy(page);
  await signIn(page);
  await openOrder(page, key);
  const amount = page.getByLabel('Amount in USD');
  await amount.fill('99999');
  await page.getByRole('button', { name: /^Refund/ }).click();
  await expect(page.getByText(/^An amount up to/)).toBeVisible();
  await amount.fill('1.00');
  await expect(page.getByLabel('The units can be sold again')).toBeDisabled();
  await page.getByRole('button', { name: 'Refund $1.00 …' }).click();
  await page.getByRole('button', { name: 'Yes, give $1.00 back' }).click();
  await expect(page.getByText('It was given back.')).toBeVisible();
  const refunds = rows(page.getByTestId('refunds'));
  await expect(refunds).toContainText(['$1.00']);

  await page.getByLabel('The units can be sold again').check();
  await page.getByRole('button', { name: /^Refund/ }).click();
  await page.getByRole('button', { name: /^Yes, give/ }).click();
  await expect(refunds).toHaveCount(2);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('refunded');
  await expect(page.getByTestId('state-path')).toContainText(/captured.*partially refunded.*refunded/);
  await expect(rows(page.getByTestId('actions')).filter({ hasText: /Grace.*refund.*succeeded/ })).toHaveCount(
    2,
  );
});

test('a refund whose answer is lost is asked for again with its key, also after a reload', async ({
  page,
}) => {
  const { key } = await buy(page);
  await signIn(page);
  await openOrder(page, key);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('operator.refund')) keys.push(request.headers()['idempotency-key']);
  });
  // It arrives and is done; its answer does not come back.
  await page.route(
    '**/api/console/operator.refund',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByLabel('Amount in USD').fill('2.00');
  await page.getByRole('button', { name: /^Refund/ }).click();
  await page.getByRole('button', { name: /^Yes, give/ }).click();
  await expect(page.getByText('It is not known yet what came of the refund.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('It was given back.')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  await expect(rows(page.getByTestId('refunds'))).toHaveCount(1);
});

test('a dead letter is sent again, scheduled work is done now, and both are written down', async ({
  page,
}) => {
  const orderId = randomUUID();
  const database = { connectionString: process.env.E2E_DATABASE_URL ?? '', max: 1 };
  const boss = new PgBoss({ ...database, supervise: false, schedule: false });
  await boss.start();
  await boss.send('receipt_dead', { orderId });
  await boss.stop({ graceful: false });
  await signIn(page, '/console/jobs');
  const dead = page.getByTestId('dead-letters');
  await expect(dead).toContainText(orderId);
  await page.getByRole('button', { name: 'Send the dead receipts again' }).click();
  await expect(page.getByText('1 are on their way again.')).toBeVisible();
  await expect(dead).toContainText('No job has kept failing.');

  await page.getByRole('button', { name: 'Run audit now' }).click();
  await expect(page.getByText('The next free worker does it.')).toBeVisible();
  await page.getByRole('link', { name: 'Invariants' }).click();
  await expect(rows(page.getByTestId('invariants'))).toHaveCount(12, { timeout: 30_000 });
  await page.getByRole('link', { name: 'Action log' }).click();
  const log = rows(page.getByTestId('actions'));
  await expect(log.nth(0)).toContainText(/Grace.*run now.*audit.*queued/);
  await expect(log.nth(1)).toContainText(/Grace.*redrive.*receipt.*1 sent again/);
  await page.getByLabel('Action', { exact: true }).selectOption('redrive');
  await expect(page).toHaveURL(/action=redrive/);
  await expect(log.filter({ hasText: 'run now' })).toHaveCount(0);
});

test('every page is usable by everybody, in both schemes, and fits a phone', async ({ page }) => {
  test.setTimeout(180_000);
  const bought = await buy(page);
  expect(await pay(page, { ...bought, input: { ...bought.input, email: 'eve@example.com' } }, 2)).toBe(422);
  await page.goto('/console');
  await expect(page.getByLabel('Console token')).toBeVisible();
  await expectNoBarrier(page, 'the sign-in');
  await signIn(page);
  await openOrder(page, bought.key);
  const order = page.url();
  await search(page, bought.key);
  const found = page.url();
  await page.getByTestId('found-keys').getByRole('link').click();
  await expect(page.getByTestId('mismatch')).toBeVisible();
  const rooms = ['doubts', 'payments', 'ledger', 'reconciliation', 'jobs', 'invariants', 'log'];
  for (const address of ['/console', found, page.url(), order, ...rooms.map((room) => `/console/${room}`)]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoBarrier(page, address);
    await page.setViewportSize({ width: 360, height: 740 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([address, width]).toEqual([address, 360]);
  }
});
