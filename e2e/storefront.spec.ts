import { expect, type Page, test } from '@playwright/test';

/** What the shelf shows, from the first to the last. */
function names(page: Page) {
  return page.getByRole('region', { name: 'Products' }).getByRole('heading', { level: 2 });
}

/** Until its scripts have taken over, a page cannot follow the browser's back button. React leaves its mark on what it has taken over. */
async function expectAlive(page: Page): Promise<void> {
  const isReacts = (element: Element) => Object.keys(element).some((name) => name.startsWith('__react'));
  await expect.poll(() => page.getByTestId('count').evaluate(isReacts)).toBe(true);
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the shop' });

test('search, category and order are kept in the address: back, reload and a shared link show the same', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(page.getByTestId('count')).toHaveText('16 things');
  await expectAlive(page);
  const fetched: URL[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url())));

  await search(page).fill('BÉLL');
  await expect(names(page)).toHaveText(['Hotel Desk Bell', 'Brass Doorbell', 'Quiz Buzzer']);
  await expect(page).toHaveURL('/?q=B%C3%89LL');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-desc');
  await expect(names(page)).toHaveText(['Brass Doorbell', 'Quiz Buzzer', 'Hotel Desk Bell']);
  const address = page.url();
  expect(new URL(address).search).toBe('?q=B%C3%89LL&sort=price-desc');
  expect(fetched.filter(({ searchParams }) => searchParams.has('q'))).toEqual([]);

  await page.goBack();
  await expect(names(page)).toHaveText(['Hotel Desk Bell', 'Brass Doorbell', 'Quiz Buzzer']);
  await page.goBack();
  await expect(names(page)).toHaveCount(16);
  await expect(search(page)).toHaveValue('');
  await page.goForward();
  await expect(search(page)).toHaveValue('BÉLL');
  await page.goForward();
  await expect(names(page)).toHaveText(['Brass Doorbell', 'Quiz Buzzer', 'Hotel Desk Bell']);

  await page.reload();
  await expectAlive(page);
  await expect(names(page)).toHaveText(['Brass Doorbell', 'Quiz Buzzer', 'Hotel Desk Bell']);
  await expect(search(page)).toHaveValue('BÉLL');

  const other = await context.newPage();
  await other.goto(address);
  await expect(names(other)).toHaveText(['Brass Doorbell', 'Quiz Buzzer', 'Hotel Desk Bell']);
});

test('two quick steps back after a reload show what the address then says', async ({ page }) => {
  await page.goto('/');
  await expectAlive(page);
  await search(page).fill('bell');
  await expect(page).toHaveURL('/?q=bell');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-desc');
  await expect(page).toHaveURL('/?q=bell&sort=price-desc');
  for (let time = 0; time < 3; time += 1) {
    await page.reload();
    await expectAlive(page);
    // The second step comes while the first is being followed.
    await page.evaluate(() => {
      window.addEventListener('popstate', () => requestAnimationFrame(() => history.back()), { once: true });
      history.back();
    });
    await expect(page).toHaveURL('/');
    await expect(names(page)).toHaveCount(16);
    await expect(search(page)).toHaveValue('');
    await page.goForward();
    await page.goForward();
    await expect(names(page)).toHaveText(['Brass Doorbell', 'Quiz Buzzer', 'Hotel Desk Bell']);
  }
});

test('the shop sends a shared search as it is to be seen, before any script has run', async ({ request }) => {
  const html = await (await request.get('/?q=ding&category=Bells+and+buzzers')).text();
  expect(html).toContain('1 thing for “ding” in Bells and buzzers');
  expect(html).not.toContain('href="/products/stapler"');
});

test('a search that finds nothing says so and leads back', async ({ page }) => {
  await page.goto('/?q=bell&category=Desk');
  await expect(page.getByTestId('count')).toHaveText('Nothing for “bell” in Desk');
  await page.getByRole('button', { name: /Look in all categories/ }).click();
  await expect(names(page)).toHaveCount(3);
  await search(page).fill('zzz');
  await expect(page.getByTestId('count')).toHaveText('Nothing for “zzz”');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(names(page)).toHaveCount(16);
  await expect(page).toHaveURL('/');
});

test('the cart opens over the page, is used by keyboard alone, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/products/hotel-bell');
  const add = page.getByTestId('add-to-cart').first();
  await add.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  await expect(drawer).toContainText('Hotel Desk Bell is in your cart.');
  const quantity = drawer.getByRole('textbox', { name: 'Quantity: Hotel Desk Bell' });
  await expect(quantity).toHaveValue('1');

  await quantity.focus();
  await page.keyboard.press('ArrowUp');
  await expect(drawer.getByText('$37.00').last()).toBeVisible();
  // The focus goes round inside of the drawer.
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab');
    await expect(drawer.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(add).toBeFocused();
  await expect(page).toHaveURL('/products/hotel-bell');

  const link = page.getByTestId('cart-count');
  await expect(link).toHaveAttribute('data-count', '2');
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Remove Hotel Desk Bell' }).focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toContainText('There is nothing in it yet.');
  await expect(drawer.getByRole('heading', { name: 'Your cart' })).toBeFocused();
  await drawer.getByRole('button', { name: 'Go on looking' }).focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeFocused();
});

test('a double press of "Add to cart", whose second press finds the drawer there, adds two and leaves it open', async ({
  page,
}) => {
  await page.goto('/products/hotel-bell');
  const add = page.getByTestId('add-to-cart').first();
  // The second press comes in the very moment in which the drawer is over the page, to whatever is there then.
  await add.evaluate((button) => {
    const { left, top } = button.getBoundingClientRect();
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role="dialog"]')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const hit = document.elementFromPoint(left + 10, top + 10);
        const place = { bubbles: true, clientX: left + 10, clientY: top + 10 };
        hit?.dispatchEvent(
          new PointerEvent('pointerdown', { ...place, pointerType: 'mouse', isPrimary: true }),
        );
        for (const name of ['mousedown', 'mouseup', 'click']) hit?.dispatchEvent(new MouseEvent(name, place));
        document.body.dataset.secondPressHit = String(hit === button || button.contains(hit));
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await add.click();
  await expect(page.locator('body')).toHaveAttribute('data-second-press-hit', 'false');
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  await expect(drawer).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)');
  await expect(page.getByTestId('cart-count')).toHaveAttribute('data-count', '2');
  await expect(drawer).toContainText('Hotel Desk Bell is in your cart.');
  // A press beside it after that is one that sends it away.
  await expect(async () => {
    await page.mouse.click(20, 400);
    await expect(drawer).toBeHidden({ timeout: 500 });
  }).toPass();
});

test('of a double press by keyboard both presses count, and a key that is held down is one', async ({
  page,
}) => {
  await page.goto('/products/hotel-bell');
  const add = page.getByTestId('add-to-cart').first();
  await add.focus();
  // The second press comes in the very moment in which the focus has moved to the drawer.
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.closest('[role="dialog"]') === null) return;
      for (const repeat of [true, false])
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, repeat }));
    });
  });
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  await expect(drawer.getByRole('textbox', { name: 'Quantity: Hotel Desk Bell' })).toHaveValue('2');
});

test('the link to the cart leads to its page in another tab, and without JavaScript', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  const opened = context.waitForEvent('page');
  await page.getByTestId('cart-count').click({ button: 'middle' });
  await expect(await opened).toHaveURL('/cart');

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const still = await plain.newPage();
  await still.goto('/');
  await still.getByTestId('cart-count').click();
  await expect(still).toHaveURL('/cart');
  await plain.close();
});

test('a product has pictures to look through by keyboard, related things, and data for search engines', async ({
  page,
}) => {
  await page.goto('/products/hotel-bell');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(3);
  await tabs.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  await expect(
    page.getByRole('img', { name: 'A finger on the brass plunger of the desk bell' }),
  ).toBeVisible();
  const related = page.getByRole('region', { name: 'Also good to press' });
  await expect(related.getByRole('heading', { level: 3 })).toHaveText([
    'Quiz Buzzer',
    'Brass Doorbell',
    'Clicky Key Switch',
    'Emergency Stop',
  ]);
  const data: unknown = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(data).toMatchObject({ '@type': 'Product', offers: { price: '18.50', priceCurrency: 'USD' } });
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/products\/hotel-bell$/);
});

test('a product that there is not is answered with 404 and a way back', async ({ page }) => {
  expect((await page.goto('/products/nonesuch'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We do not sell that.');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(names(page)).toHaveCount(16);
});
