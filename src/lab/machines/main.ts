import { buildWhenStale } from '@/run/build';
import { Complaint, runCommand } from '@/run/complaint';
import { showFailover, showLostOrder } from './failover';
import { newLogFolder } from './fleet';
import { withOwnDatabase } from './own-database';
import { findPgBouncer } from './pgbouncer';
import { showPooled } from './pooled';
import type { Shown } from './show';
import { showStateless } from './stateless';

// `npm run machines`, or `npm run machines -- failover` for one of them: ends with 0 when everything was as it must be.

const load = { shoppers: 10, stretch: 30 };

interface Show {
  readonly what: string;
  /** What it needs, and this machine has not. */
  readonly lacks?: string;
  run(logFolder: string): Promise<Shown>;
}

const pgBouncer = findPgBouncer();

const shows: Readonly<Record<string, Show>> = {
  stateless: {
    what: 'Two stores and two workers, of which one each is killed',
    run: (logFolder) =>
      withOwnDatabase(logFolder, (databaseUrl) => showStateless({ ...load, databaseUrl, logFolder })),
  },
  pooled: {
    what: 'The same over PgBouncer in transaction mode',
    ...(pgBouncer === undefined ? { lacks: 'the program pgbouncer' } : {}),
    run: (logFolder) => showPooled(pgBouncer ?? '', { ...load, logFolder }),
  },
  failover: {
    what: 'The primary dies under load, and its synchronous standby takes over',
    run: (logFolder) => showFailover({ ...load, logFolder }),
  },
  'lost-order': {
    what: 'The counter-example: an asynchronous standby takes over without the last order',
    run: showLostOrder,
  },
};

/** Runs one, and says how it went; whether everything was as it must be. */
async function show(name: string, { what, lacks, run }: Show): Promise<boolean> {
  console.log(`\n${what}`);
  if (lacks !== undefined) {
    console.log(`  LEFT OUT: this machine does not have ${lacks}`);
    return true;
  }
  const { seen, wrong } = await run(newLogFolder(name));
  console.log(`  ${seen}`);
  for (const sentence of wrong) console.log(`  WRONG: ${sentence}`);
  if (wrong.length === 0)
    console.log('  one charge a purchase, the same bytes from every store, the audit is clean');
  return wrong.length === 0;
}

await runCommand(async () => {
  const chosen = process.argv.slice(2);
  const unheardOf = chosen.filter((name) => !Object.hasOwn(shows, name));
  if (unheardOf.length > 0) throw new Complaint(`Say one of: ${Object.keys(shows).join(', ')}.`);
  await buildWhenStale();
  let isRight = true;
  for (const [name, one] of Object.entries(shows))
    if (chosen.length === 0 || chosen.includes(name)) isRight = (await show(name, one)) && isRight;
  return isRight ? 0 : 1;
});
process.exit();
