import pg from 'pg';
import { until } from '@/run/testbed/until';
import type { Figure } from '../measured';
import type { MeasuredShop } from '../shop/open';
import { recordStatements, type Statement } from '../statements/recorder';

/**
 * Repeats a purchase over a store whose statements are seen, and says how many there are to an answer, and how PostgreSQL finds the row.
 */
export async function watchOne(
  shop: MeasuredShop,
  repeat: (storeUrl: string) => Promise<unknown>,
): Promise<Figure[]> {
  const recorder = await recordStatements(shop.databaseUrl);
  const store = await shop.startStore({ name: 'recorded-store', databaseUrl: recorder.url });
  try {
    // The first one opens the store's connection. That it came is recorded after its answer.
    await repeat(store.url);
    await until('the attempt is recorded', async () => {
      const rows = await shop.sql("SELECT 1 FROM attempt WHERE ending = 'replayed'");
      return rows.length > 0;
    });
    recorder.take();
    await repeat(store.url);
    const { statements } = recorder.take();
    const before = statements.filter(({ text }) => !/\bINTO attempt\b/.test(text));
    const [read] = before;
    const plan = read === undefined ? 'nothing' : await planOf(shop.databaseUrl, read);
    return [
      {
        text: `statements to the answer of a replay: ${before.length}, by ${plan}`,
        goal: 'one, by an index',
        isMet: before.length === 1 && /^Index/.test(plan),
      },
    ];
  } finally {
    await store.stop();
    await recorder.stop();
  }
}

/** The scan that finds what a statement reads. */
async function planOf(databaseUrl: string, { text, values }: Statement): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
    const plan = JSON.stringify(rows);
    const [, scan = 'an unknown plan'] = /"Node Type":"([^"]*Scan)"/.exec(plan) ?? [];
    const [, index] = /"Index Name":"([^"]*)"/.exec(plan) ?? [];
    return index === undefined ? scan : `${scan} of ${index}`;
  } finally {
    await client.end();
  }
}
