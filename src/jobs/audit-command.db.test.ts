import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '@/run/project';
import { createDatabase, type TestDatabase } from '@/run/testbed/database';
import { shopEnvironment } from '@/run/testbed/log-files';
import { startProcessor, type TestProcessor } from '@/run/testbed/processor';
import { asProcessEnv } from '@/run/variables';

/** The command as an operator starts it: what it prints, and how it ends. */
let database: TestDatabase;
let processor: TestProcessor;

beforeAll(async () => {
  [database, processor] = await Promise.all([createDatabase(), startProcessor()]);
});
afterAll(async () => {
  await processor?.stop();
  await database?.drop();
});

async function auditCommand(): Promise<{ code: number | null; output: string; lines: readonly string[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/jobs/audit-command.ts'], {
    cwd: projectRoot,
    env: asProcessEnv(shopEnvironment(database.url, processor.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await text(child.stdout);
  return { code: await ended, output, lines: output.split('\n').filter((line) => /^I\d/.test(line)) };
}

it('prints a line for each invariant, and succeeds when all hold', async () => {
  const { code, lines } = await auditCommand();
  expect(lines.map((line) => line.split(/\s+/, 2).join(' '))).toEqual(
    Array.from({ length: 12 }, (_, index) => `I${index + 1} holds`),
  );
  expect(code).toBe(0);
});

it('fails and names what is broken', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("UPDATE product SET stock = stock - 1 WHERE slug = 'hotel-bell'");
  const { code, output } = await auditCommand();
  await client.query("UPDATE product SET stock = stock + 1 WHERE slug = 'hotel-bell'");
  await client.end();
  expect(code).toBe(1);
  expect(output).toMatch(/^I4 +BROKEN/m);
  expect(output).toContain('- hotel-bell: ');
});

it('says that the processor cannot be reached, and does not call that a success', async () => {
  processor.kill('SIGKILL');
  await processor.exited;
  const { code, output, lines } = await auditCommand();
  expect(code).toBe(2);
  expect(output).toContain("The processor's report cannot be read");
  expect(lines.filter((line) => line.includes('partly'))).toHaveLength(2);
  expect(output).not.toContain('BROKEN');
});
