import { expect, type Page } from '@playwright/test';
import { scenarios } from '../src/lab/scenarios/scenarios';
import { endingWords } from '../src/ui/lab/live/words';
import { expectNoBarrier } from './barriers';
import { addToCart, expectPaidOrder, fillCheckout, test } from './story';

// A run takes as long as what it shows: a lease, a page's patience, a process that starts again.
test.describe.configure({ timeout: 120_000 });
test.use({ baseURL: process.env.E2E_LAB_URL });

async function watch(page: Page, scenario: string): Promise<void> {
  await page.goto(`/lab?scenario=${scenario}&seed=7`);
  await page.getByRole('button', { name: 'Press Pay' }).click();
  await expect(page.getByText('As promised.')).toBeVisible({ timeout: 90_000 });
}

const counter = (page: Page, name: string) => page.locator(`[data-counter="${name}"] dd span`).first();

for (const { id, title, expected } of scenarios) {
  test(`the laboratory shows it, with its counters and its marks: ${title}`, async ({ page }) => {
    await watch(page, id);
    await expect(counter(page, 'orders')).toHaveText(String(expected.orders));
    await expect(counter(page, 'charges')).toHaveText(String(expected.charges));
    await expect(counter(page, 'ledgerBalance')).toHaveText('0');
    if (expected.attempts !== undefined) {
      await expect(counter(page, 'attempts')).toHaveText(String(expected.attempts));
    }
    const drawn = await page
      .locator('[data-endings]')
      .evaluateAll((marks) => marks.flatMap((mark) => mark.getAttribute('data-endings')?.split(' ')));
    expect(drawn).toEqual(expect.arrayContaining([...expected.marks]));
  });
}

test('a run is stepped through by the arrow keys, its messages are opened, and its address is shared', async ({
  page,
}) => {
  await watch(page, 'answer-lost');
  await expect(page).toHaveURL(/scenario=answer-lost&seed=7$/);
  const slider = page.getByRole('slider');
  const last = Number(await slider.getAttribute('max'));
  await expect(slider).toHaveValue(String(last));
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue(String(last - 1));
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue(String(last));

  await page.getByText('The same in words').click();
  const log = page.getByRole('list').filter({ hasText: 'checkout.pay' });
  await expect(log).toContainText('is lost');
  await expect(log).toContainText(`200, ${endingWords.replayed}`);
  await log.getByRole('button', { name: /checkout\.pay, attempt 2/ }).click();
  const message = page.getByRole('region', { name: 'The message' });
  await expect(message).toContainText(/idempotency-key:/i);
  await expect(message).toContainText('"cartId"');
  await expect(message).not.toContainText('doubletap_session');
  await expectNoBarrier(page, 'a run');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the same three attempts are charged three times, three times and once', async ({ page }) => {
  await page.goto('/lab/three-ways');
  await page.getByRole('button', { name: 'Press Pay three times over' }).click();
  await expect(page.getByText('Charges are counted in the books')).toBeVisible({ timeout: 60_000 });
  for (const [way, charged] of [
    ['no_key', '3'],
    ['new_key_each_attempt', '3'],
    ['doubletap', '1'],
  ] as const) {
    const column = page.locator(`[data-way="${way}"]`);
    await expect(column.locator('[data-counter="attempts"] dd span').first()).toHaveText('3');
    await expect(column.locator('[data-counter="charges"] dd span').first()).toHaveText(charged);
  }
  await expectNoBarrier(page, 'three ways');
});

test('a wire of the shop is broken, and the purchase that crosses it is seen: two attempts, one charge', async ({
  page,
  context,
}) => {
  await page.goto('/lab/wires');
  await page.getByRole('button', { name: 'Break: Lose the next answer' }).click();
  await expect(page.getByText('Broken, and nothing has crossed it yet.')).toBeVisible();

  const shop = await context.newPage();
  await addToCart(shop, 'hotel-bell');
  await fillCheckout(shop);
  await shop.getByTestId('pay').click();
  await expectPaidOrder(shop);

  await expect(page.getByText('Broken: it has acted once.')).toBeVisible();
  await expect(counter(page, 'attempts')).toHaveText('2');
  await expect(counter(page, 'charges')).toHaveText('1');
  await expect(page.locator('[data-lost]')).toHaveCount(1);
  await expect(page.locator('[data-endings="replayed"]')).toHaveCount(1);
  await expectNoBarrier(page, 'the wires');
  await page.getByRole('button', { name: 'Mend: Lose the next answer' }).click();
  await expect(page.getByText('Every wire is whole.')).toBeVisible();
});
