import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { buildWhenStale } from '@/run/build';
import { ensureBrowser } from '@/run/install-browser';
import { freePort } from '@/run/port';
import { dataRoot } from '@/run/project';
import { browserArgs } from '@/run/testbed/browser';
import { openCluster } from '@/run/testbed/cluster';
import { openShop } from '@/run/testbed/shop';
import { type Figures, figuresOf, missedGoals, table } from './figures';
import { look, type Sight, sentKb } from './look';
import { pagesOf } from './pages';

// What Lighthouse says of the production build on its mobile phone: `npm run lighthouse`. Every page is looked at several times, and the
// median counts. It simulates a slow network and a slow processor from what it has seen, so another program's work is seen too: the load
// of the machine is told with the figures.

const runs = 3;

/** On a busy machine Lighthouse sometimes misses the beginning of its own recording, and asks for another run. */
async function lookAgain(look: () => Promise<Sight>): Promise<Sight> {
  try {
    return await look();
  } catch (error) {
    console.log(`Once more: ${error instanceof Error ? error.message : error}`);
    return look();
  }
}

const undos: (() => Promise<unknown>)[] = [];
try {
  await buildWhenStale();
  const executablePath = await ensureBrowser(new AbortController().signal);
  undos.push(await openCluster());
  const shop = await openShop(1);
  undos.push(() => shop.stop());
  const port = await freePort();
  const args = [...browserArgs, `--remote-debugging-port=${port}`];
  const profile = mkdtempSync(path.join(tmpdir(), 'doubletap-lighthouse-'));
  undos.push(async () => rmSync(profile, { recursive: true, force: true }));
  // Lighthouse opens its pages in the browser's own profile, where the cookies of a shopper have to be.
  const context = await chromium.launchPersistentContext(profile, { executablePath, args });
  undos.push(() => context.close());

  const shopUrl = shop.stores[0]?.url ?? '';
  const all: Figures[] = [];
  const missed: string[] = [];
  const loads: number[] = [];
  for (const page of await pagesOf(shopUrl)) {
    const sights: Sight[] = [];
    for (let run = 0; run < runs; run += 1) {
      loads.push(loadavg()[0] ?? 0);
      sights.push(await lookAgain(() => look(shopUrl, page, context, port)));
    }
    const figures = figuresOf(page, sights, await sentKb(sights[0]?.scripts ?? []));
    all.push(figures);
    const misses = missedGoals(page, figures);
    // Why a goal was missed is only of interest then.
    missed.push(
      ...misses,
      ...(misses.length > 0 ? (sights[0]?.remarks ?? []).map((remark) => `  ${remark}`) : []),
    );
  }
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
  console.log(`${table(all)}\n\n${runs} runs a page; load of the machine ${load}.`);
  for (const line of missed) console.log(line);
  const file = path.join(dataRoot, 'reports', 'lighthouse.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ runs, load, pages: all, missed }, null, 2));
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  for (const undo of undos.reverse()) await undo();
}
