import { expect, type Locator, type Page } from '@playwright/test';
import { histograms, shownSeed, stormOfTheShop } from '../src/ui/lab/learn/back-off/histogram';
import { sections } from '../src/ui/lab/learn/sections';
import { expectNoBarrier } from './barriers';
import { test } from './story';

/** The article with everything in it awake: a figure that was only read does not listen yet. */
async function openArticle(page: Page): Promise<void> {
  await page.goto('/lab/learn', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How a shop charges once');
}

const figure = (page: Page, title: string): Locator =>
  page.getByRole('figure').filter({ has: page.getByText(title, { exact: true }) });

/** Presses Tab until something has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never reached ${target}`);
}

/** Puts the focus on the first thing of a figure that takes it; from there on it is moved by Tab. */
async function enter(shown: Locator): Promise<void> {
  await shown.getByRole('combobox').first().focus();
}

test('a story is played, stepped and scrubbed by keyboard alone', async ({ page }) => {
  await openArticle(page);
  const shown = figure(page, 'One request, and where it can break');
  await enter(shown);
  await page.keyboard.press('Home');
  await expect(shown.getByTestId('verdict')).toContainText('0 charges');
  await page.keyboard.press('End');
  await expect(shown.getByTestId('verdict')).toContainText('an answer');

  await tabTo(page, shown.getByRole('slider'));
  await page.keyboard.press('Home');
  await expect(shown.getByTestId('moment')).toHaveText('0/5 Nothing has happened yet.');
  await page.keyboard.press('ArrowRight');
  await expect(shown.getByTestId('moment')).toContainText('1/5 The browser asks the shop');
  await enter(shown);
  await tabTo(page, shown.getByRole('button', { name: 'Step forward' }));
  await page.keyboard.press('Enter');
  await expect(shown.getByTestId('moment')).toContainText('2/5');
  await enter(shown);
  await tabTo(page, shown.getByRole('button', { name: 'Back one step' }));
  await page.keyboard.press('Space');
  await expect(shown.getByTestId('moment')).toContainText('1/5');
  await enter(shown);
  await tabTo(page, shown.getByRole('button', { name: 'Play' }));
  await page.keyboard.press('Enter');
  await expect(shown.getByRole('button', { name: 'Pause' })).toBeFocused();
  await expect(shown.getByTestId('moment')).toContainText('5/5');
  await expect(shown.getByRole('button', { name: 'Play' })).toBeVisible();

  await tabTo(page, shown.getByText('All steps as text'));
  await page.keyboard.press('Enter');
  await expect(shown.getByRole('listitem')).toHaveCount(5);
  await expect(shown.locator('[aria-current="step"]')).toHaveText('The shop says so.');
});

test('a race goes in the sequence that the reader chooses: twice charged, and once when it inserts first', async ({
  page,
}) => {
  await openArticle(page);
  const shown = figure(page, 'Two requests, one key');
  await expect(shown.getByTestId('verdict')).toHaveText(
    'Of the 20 sequences that these steps can have, 18 charge twice.',
  );
  const play = async (sequence: string): Promise<void> => {
    await shown.getByLabel('Sequence of the steps').selectOption('your own');
    for (const who of sequence) {
      await shown.getByRole('button', { name: `Request ${who}` }).focus();
      await page.keyboard.press('Enter');
    }
  };
  await play('ABABAB');
  await expect(shown.getByTestId('charges')).toHaveText('2');
  await play('AAAB');
  await expect(shown.getByTestId('charges')).toHaveText('1');
  await shown.getByLabel('Program of both').selectOption('Insert first');
  await play('AB');
  await expect(shown.getByRole('button', { name: 'Request B' })).toHaveAttribute('aria-disabled', 'true');
  await play('ABBBAAB');
  await expect(shown.getByTestId('charges')).toHaveText('1');
  await expect(shown.getByTestId('verdict')).toContainText('0 charge twice');
});

test('the states of a payment let through only what the shop lets through', async ({ page }) => {
  await openArticle(page);
  const shown = figure(page, 'The states of a payment');
  const press = (name: string): Promise<void> =>
    shown.getByRole('button', { name, exact: true }).press('Enter');
  await press('refunded');
  await expect(shown.getByTestId('path')).toHaveText('processing');
  await press('in doubt');
  await press('not made');
  await press('captured late');
  await press('captured');
  await expect(shown.getByTestId('path')).toHaveText('processing → in doubt → not made → captured late');
});

test('the histograms are what the policy computes for the shown seed, and for another', async ({ page }) => {
  await openArticle(page);
  const shown = figure(page, 'When 1,000 clients come back');
  const drawn = (): Promise<Record<string, string>> =>
    shown
      .locator('[data-jitter]')
      .evaluateAll((bars) =>
        Object.fromEntries(
          bars.map((bar) => [bar.getAttribute('data-jitter'), bar.getAttribute('data-bins') ?? '']),
        ),
      );
  const computed = (seed: string): Record<string, string> =>
    Object.fromEntries(histograms(stormOfTheShop(seed)).map(({ jitter, bins }) => [jitter, bins.join(',')]));
  await expect(shown.getByLabel('Seed')).toHaveValue(shownSeed);
  expect(await drawn()).toEqual(computed(shownSeed));
  await shown.getByLabel('Seed').fill('another');
  await expect.poll(drawn).toEqual(computed('another'));
  await shown.getByRole('button', { name: 'The shop’s own preset' }).press('Enter');
  await expect.poll(drawn).toEqual(computed(shownSeed));
});

test('whoever wants less motion steps instead: nothing plays', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openArticle(page);
  const shown = figure(page, 'One request, and where it can break');
  await expect(shown.getByRole('button', { name: 'Step forward' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play' })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveCount(0);
  await shown.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await shown.getByRole('button', { name: 'Step forward' }).press('Enter');
  await expect(shown.getByTestId('moment')).toContainText('1/6');
});

test('what plays stops as soon as less motion is asked for', async ({ page }) => {
  await openArticle(page);
  const shown = figure(page, 'One request, and where it can break');
  await shown.getByLabel('Speed').selectOption('slow');
  await shown.getByRole('button', { name: 'Play' }).click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(shown.getByText('Play', { exact: true })).toBeAttached();
  await expect(shown.getByTestId('moment')).toContainText('0/6');
});

test('no reader is shut out', async ({ page }) => {
  await openArticle(page);
  for (const summary of await page.getByRole('main').locator('summary:visible').all()) await summary.click();
  await expectNoBarrier(page, 'the article');
});

test('nothing is wider than a phone of 360 pixels, and every section is one link away', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openArticle(page);
  const tooWide = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => element.closest('section[tabindex]') === null)
      .filter((element) => element.getBoundingClientRect().right > 360)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(tooWide).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const contents = page.getByRole('main').locator('details').first();
  await contents.locator('summary').click();
  await expect(contents.getByRole('link')).toHaveCount(Object.keys(sections).length);
  await contents.getByRole('link', { name: 'The retry budget' }).click();
  await expect(page.getByRole('heading', { name: 'The retry budget' })).toBeInViewport();
});

test('the text is there before any script, with every figure drawn', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/lab/learn');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(Object.keys(sections).length);
  await expect(figure(page, 'Attempts multiply').getByTestId('verdict')).toContainText('27 requests');
  await expect(figure(page, 'One request, and where it can break').locator('svg text').last()).toBeAttached();
  await context.close();
});
