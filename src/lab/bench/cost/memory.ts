import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { until } from '@/run/testbed/until';
import type { MeasuredShop } from '../shop/open';

const usage = z.object({ rss: z.number(), heapUsed: z.number() });

/** What a store needs of memory, in bytes: all of it, and what of its heap is in use after a collection. */
export type Memory = z.output<typeof usage>;

/** Has a store tell its memory: settings to start it with, and how it is asked. */
export function memoryTeller(folder: string) {
  const file = path.join(folder, 'memory.json');
  const teller = new URL('./tell-memory.mjs', import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${teller}`, BENCH_MEMORY_FILE: file },
    ask: async ({ store }: Pick<MeasuredShop, 'store'>): Promise<Memory> => {
      rmSync(file, { force: true });
      store.kill('SIGUSR2');
      await until('the store has told its memory', async () => existsSync(file));
      return usage.parse(JSON.parse(readFileSync(file, 'utf8')));
    },
  };
}
