import { generateClient } from './client';
import { Complaint, runCommand } from './complaint';
import { readRunSettings } from './environment';
import { migrate, migrationSqlStillMissing } from './migrate';
import { demoPostgres, testPostgres } from './postgres/clusters';
import { startPostgres } from './postgres/server';
import { seedDatabase } from './seed';

/** Runs something on DATABASE_URL, or on the built-in PostgreSQL, which is up for as long as that takes. */
async function onDatabase(
  settings: typeof demoPostgres,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { databaseUrl } = readRunSettings();
  if (databaseUrl !== undefined) return work(databaseUrl);
  const postgres = await startPostgres(settings);
  try {
    await work(postgres.url(settings.databaseName));
  } finally {
    await postgres.stop();
  }
}

const commands: Record<string, () => Promise<void>> = {
  migrate: () =>
    onDatabase(demoPostgres, async (url) => {
      const applied = await migrate(url);
      console.log(applied.length === 0 ? 'Nothing to migrate.' : `Applied: ${applied.join(', ')}`);
    }),
  seed: async () => {
    await generateClient();
    await onDatabase(demoPostgres, async (url) => {
      await migrate(url);
      await seedDatabase(url);
    });
  },
  diff: () =>
    onDatabase(testPostgres, async (url) => {
      const sql = await migrationSqlStillMissing(url);
      if (sql !== '') process.stdout.write(sql);
      console.error(
        sql === '' ? 'The migrations and schema.prisma agree.' : '\nSave this as a new migration.',
      );
    }),
};

await runCommand(async () => {
  const [name = ''] = process.argv.slice(2);
  const command = commands[name];
  if (command === undefined) throw new Complaint(`Say one of: ${Object.keys(commands).join(', ')}.`);
  await command();
  return 0;
});
