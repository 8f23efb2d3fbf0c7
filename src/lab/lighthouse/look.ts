import { get } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import lighthouse from 'lighthouse';
import { z } from 'zod';
import type { Page } from './pages';

/** What has a goal. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** What one run has seen. */
export interface Sight {
  /** 0 to 100. */
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
  readonly scripts: readonly string[];
  /** Everything, heads of answers included. */
  readonly totalKb: number;
  /** What was not perfect. */
  readonly remarks: readonly string[];
}

const requests = z.object({
  items: z.array(
    z.object({ url: z.string(), resourceType: z.string().optional(), transferSize: z.number() }),
  ),
});

/**
 * Looks at a page once as Lighthouse's mobile phone does, with its own defaults.
 *
 * @param context the one that the browser opens pages in
 * @param port where the browser listens for Lighthouse
 */
export async function look(
  shopUrl: string,
  { path, cookie, picture }: Page,
  context: BrowserContext,
  port: number,
): Promise<Sight> {
  await context.clearCookies();
  const [name, value] = cookie?.split('=') ?? [];
  if (name && value) await context.addCookies([{ name, value, url: shopUrl, httpOnly: true }]);

  const result = await lighthouse(`${shopUrl}${path}`, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: [...categories],
  });
  if (!result) throw new Error('Lighthouse has said nothing');
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse could not look at ${path}: ${lhr.runtimeError.message}`);
  const valueOfAudit = (audit: string): number => {
    const value = lhr.audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse did not measure ${audit} of ${path}`);
    return value;
  };
  const scoreOf = (category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const { items } = requests.parse(lhr.audits['network-requests']?.details);
  // Without its cart a page is another one, and lighter.
  if (!items.some(({ url }) => url.endsWith(picture)))
    throw new Error(`${path} did not show what it is to show`);
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    largestPaintMs: valueOfAudit('largest-contentful-paint'),
    blockedMs: valueOfAudit('total-blocking-time'),
    layoutShift: valueOfAudit('cumulative-layout-shift'),
    scripts: items.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url),
    totalKb: items.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000,
    remarks: Object.values(lhr.audits)
      .filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative',
      )
      .map(({ title, displayValue }) => (displayValue ? `${title}: ${displayValue}` : title)),
  };
}

/** The kB of scripts as the store sends them to a browser: compressed, without the heads of the answers. */
export async function sentKb(scripts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(bytesSent));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000;
}

/** `fetch` would unpack it. */
function bytesSent(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => resolve(bytes));
      response.once('error', reject);
    }).once('error', reject);
  });
}
