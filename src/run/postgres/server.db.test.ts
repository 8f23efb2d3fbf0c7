import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChild } from '../child';
import { commandLine } from '../ownership';
import { poll } from '../poll';
import { findResidence } from './residence';
import { startPostgres } from './server';

let folder = '';
let logFile = '';

beforeEach(() => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'doubletap-postgres-'));
  // Everyone may pass through: a folder closed to others is the subject of one test only.
  chmodSync(scratch, 0o755);
  folder = path.join(scratch, 'postgres');
  logFile = path.join(scratch, 'postgres.log');
});

afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function serverPid(residence = findResidence(folder).folder): number {
  return Number(readFileSync(path.join(residence, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A process that starts the server of the folder and goes on until it is killed. */
async function startSupervisor(): Promise<{ pid: number; kill(): Promise<void> }> {
  const source = `
    const { startPostgres } = await import('./src/run/postgres/server.ts');
    const server = await startPostgres(${JSON.stringify({ folder, logFile })});
    console.log('up');
    setInterval(() => server.port, 1000);`;
  const child = startChild({
    name: 'supervisor',
    nodeArgs: ['--import', 'tsx', '--input-type=module', '--eval', source],
    env: process.env,
    logFile: path.join(path.dirname(folder), 'supervisor.log'),
  });
  const up = await poll(30_000, async () => (child.logTail().includes('up') ? true : undefined));
  expect(up, child.logTail()).toBe(true);
  return {
    pid: child.pid,
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

describe('the built-in PostgreSQL', () => {
  it('keeps its data, its address and its durability over a restart', async () => {
    const first = await startPostgres({ folder, logFile });
    const url = first.url('postgres');
    await query(url, 'CREATE TABLE kept (word text)');
    await query(url, "INSERT INTO kept VALUES ('here')");
    await first.stop();

    const second = await startPostgres({ folder, logFile });
    try {
      expect(second.url('postgres')).toBe(url);
      expect(await query(url, 'SELECT word FROM kept')).toEqual(['here']);
      expect(await query(url, 'SHOW fsync')).toEqual(['on']);
      expect(await query(url, 'SHOW synchronous_commit')).toEqual(['on']);
      expect(await query(url, 'SHOW server_encoding')).toEqual(['UTF8']);
    } finally {
      await second.stop();
    }
  });

  it('ends when its supervisor is killed, and the next one goes on with its data', async () => {
    const supervisor = await startSupervisor();
    const pid = serverPid();
    const { port, password } = JSON.parse(readFileSync(path.join(folder, 'settings.json'), 'utf8'));
    const url = `postgresql://doubletap:${password}@127.0.0.1:${port}/postgres`;
    await query(url, 'CREATE TABLE kept (word text)');
    await supervisor.kill();
    expect(await poll(30_000, async () => (commandLine(pid) === undefined ? 'ended' : undefined))).toBe(
      'ended',
    );

    const next = await startPostgres({ folder, logFile });
    try {
      expect(next.remarks).not.toContain('A PostgreSQL left behind by an earlier run was stopped.');
      expect(await query(next.url('postgres'), 'SELECT count(*)::int FROM kept')).toEqual([0]);
    } finally {
      await next.stop();
    }
  });

  it.runIf(process.platform === 'linux')(
    'takes over from a server whose keeper was killed with its supervisor',
    async () => {
      const supervisor = await startSupervisor();
      const pid = serverPid();
      // The server's parent is the keeper: without it nobody tells the server to end.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const keeper = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      process.kill(keeper, 'SIGSTOP');
      await supervisor.kill();
      process.kill(keeper, 'SIGKILL');
      expect(() => process.kill(pid, 0)).not.toThrow();

      const next = await startPostgres({ folder, logFile });
      try {
        expect(next.remarks).toContain('A PostgreSQL left behind by an earlier run was stopped.');
        expect(await query(next.url('postgres'), 'SELECT 1')).toEqual([1]);
      } finally {
        await next.stop();
      }
    },
  );

  it('is not misled by a pid file whose process has become something else', async () => {
    await (await startPostgres({ folder, logFile })).stop();
    writeFileSync(path.join(folder, 'cluster/postmaster.pid'), `${process.pid}\n${folder}/cluster\n`);

    const next = await startPostgres({ folder, logFile });
    expect(await query(next.url('postgres'), 'SELECT 1')).toEqual([1]);
    await next.stop();
  });

  it('is owned by one process at a time', async () => {
    const first = await startPostgres({ folder, logFile });
    try {
      await expect(startPostgres({ folder, logFile })).rejects.toThrow(`in use by process ${process.pid}`);
    } finally {
      await first.stop();
    }
  });

  it.runIf(process.getuid?.() === 0)('lives outside a clone that its user cannot reach', async () => {
    chmodSync(path.dirname(folder), 0o700);
    const server = await startPostgres({ folder, logFile });
    let outside = '';
    try {
      outside = server.remarks.join().match(/keeps its data in (\S+):/)?.[1] ?? '';
      expect(existsSync(path.join(outside, 'cluster/PG_VERSION'))).toBe(true);
      expect(await query(server.url('postgres'), 'SELECT 1')).toEqual([1]);
    } finally {
      await server.stop();
      if (outside !== '') rmSync(outside, { recursive: true });
    }
  });
});
