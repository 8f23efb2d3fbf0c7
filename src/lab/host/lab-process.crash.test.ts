import { execFile } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { type Listening, labGraceMs, startLabProcess } from '@/run/processes';
import { plainEnvironment, testLogFile } from '@/run/testbed/log-files';
import { openShop } from '@/run/testbed/shop';
import { until } from '@/run/testbed/until';
import { runSchema, scenarioSchema } from '@/ui/lab/protocol';

// The laboratory as the process that it is, reached as the page reaches it: through a store.

const started: Listening[] = [];
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await Promise.all(started.splice(0).map(({ child }) => child.stop(labGraceMs)));
});

async function startLab(): Promise<Listening> {
  const lab = await startLabProcess({ port: 0, env: plainEnvironment(), logFile: testLogFile('laboratory') });
  started.push(lab);
  return lab;
}

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** The processes that a process has started and that are there. */
function childrenOf(pid: number): Promise<number[]> {
  return new Promise((resolve) => {
    execFile('pgrep', ['-P', String(pid)], (_error, stdout) =>
      resolve(stdout.split('\n').filter(Boolean).map(Number)),
    );
  });
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('is reached through a store, streams a run to its end, and ends with everything that it started', async () => {
  const lab = await startLab();
  const shop = await openShop(1, { LAB_URL: lab.url });
  ends.push(() => shop.stop());
  const store = shop.stores[0]?.url;
  const get = async (path: string) => (await fetch(`${store}/api/lab${path}`)).json();

  expect(await get('/status')).toEqual({ state: 'closed' });
  const { scenarios } = await get('/scenarios');
  expect(
    scenarioSchema
      .array()
      .parse(scenarios)
      .map(({ id }) => id),
  ).toContain('answer-lost');
  const foreign = await post(
    `${store}/api/lab/runs`,
    { scenario: 'answer-lost' },
    { origin: 'https://evil.example' },
  );
  expect(foreign.status).toBe(403);
  expect((await post(`${store}/api/lab/runs`, { scenario: 'none' })).status).toBe(404);
  expect(await get('/status')).toEqual({ state: 'closed' });

  const begun = await post(`${store}/api/lab/runs`, { scenario: 'answer-lost', seed: 7 });
  expect(begun.status).toBe(201);
  const { runId } = await begun.json();
  expect((await post(`${store}/api/lab/runs`, { scenario: 'answer-lost' })).status).toBe(409);
  const streamed = await fetch(`${store}/api/lab/runs/${runId}/events`);
  expect(streamed.headers.get('content-type')).toBe('text/event-stream');
  const events = (await streamed.text())
    .split('\n\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text.replace('data: ', '')));
  const run = runSchema.parse(await get(`/runs/${runId}`));
  expect(run).toMatchObject({ scenario: 'answer-lost', seed: 7 });
  expect(run.events).toEqual(events);
  expect(events.at(-1)).toMatchObject({ type: 'done', asExpected: true });

  const ownStore = await fetch(`${lab.url}/status`, { headers: { 'content-type': 'text/plain' } });
  expect(await ownStore.json()).toEqual({ state: 'ready' });
  const asForm = await fetch(`${lab.url}/runs`, { method: 'POST', body: '{"scenario":"answer-lost"}' });
  expect(asForm.status).toBe(415);

  const children = await childrenOf(lab.child.pid);
  expect(children.length).toBeGreaterThanOrEqual(4);
  expect(await lab.child.stop(labGraceMs)).toEqual({ code: 0, signal: null });
  await until('all of it is gone', async () => !children.some(isThere), 5_000);
  expect((await fetch(`${store}/api/lab/status`)).status).toBe(502);
});

it('takes everything along when it is killed while its shop opens', async () => {
  const lab = await startLab();
  await post(`${lab.url}/runs`, { scenario: 'double-tap' });
  let children: number[] = [];
  await until('some of the shop is there', async () => {
    children = await childrenOf(lab.child.pid);
    return children.length >= 3;
  });
  lab.child.kill('SIGKILL');
  await until('all of it is gone', async () => !children.some(isThere));
});

it('is nowhere to be found at a store that was not told of one', async () => {
  const shop = await openShop(1);
  ends.push(() => shop.stop());
  for (const path of ['status', 'scenarios', 'runs']) {
    expect((await fetch(`${shop.stores[0]?.url}/api/lab/${path}`)).status).toBe(404);
    expect((await post(`${shop.stores[0]?.url}/api/lab/${path}`, {})).status).toBe(404);
  }
});
