import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { spawnSimulator } from './process-bench';
import { payment, sdk, startBench, temporaryDirectory } from './test-bench';

describe('the process', { timeout: 60_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('says where it listens, and ends with 0 on %s', async (signal) => {
    const simulator = spawnSimulator({ PROCESSOR_DATA_DIR: await temporaryDirectory() });
    const url = await simulator.url;
    await sdk(url).paymentIntents.create(payment());
    simulator.child.kill(signal);
    expect(await simulator.ended).toEqual({
      code: 0,
      stdout: `processor listening on ${url}\n`,
      stderr: '',
    });
  });

  it('ends with 0 as well when it is told more than once', async () => {
    const simulator = spawnSimulator(
      { PROCESSOR_DATA_DIR: await temporaryDirectory() },
      { withChannel: true },
    );
    await simulator.url;
    simulator.child.kill('SIGINT');
    simulator.child.kill('SIGTERM');
    simulator.child.disconnect();
    expect(await simulator.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('answers what is under way before it ends', async () => {
    const dataDir = await temporaryDirectory();
    const simulator = spawnSimulator({ PROCESSOR_DATA_DIR: dataDir, PROCESSOR_LATENCY_MS: '60000' });
    const stripe = sdk(await simulator.url);
    const payed = stripe.paymentIntents.create(payment());
    while ((await stripe.charges.list()).data.length === 0);
    simulator.child.kill('SIGTERM');
    expect((await payed).status).toBe('succeeded');
    expect((await simulator.ended).code).toBe(0);
  });

  it('ends when the parent that started it is gone', async () => {
    const simulator = spawnSimulator(
      { PROCESSOR_DATA_DIR: await temporaryDirectory() },
      { withChannel: true },
    );
    await simulator.url;
    simulator.child.disconnect();
    expect((await simulator.ended).code).toBe(0);
  });

  it('ends with 1 and one sentence when the port is in use', async () => {
    const { port } = new URL((await startBench()).simulator.url);
    const dataDir = await temporaryDirectory();
    const { code, stderr } = await spawnSimulator({ PROCESSOR_PORT: port, PROCESSOR_DATA_DIR: dataDir })
      .ended;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or set PROCESSOR_PORT to another port.\n`,
    );
  });

  it('ends with 1 and one sentence when the data directory cannot be used', async () => {
    const file = path.join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    const { code, stderr } = await spawnSimulator({ PROCESSOR_DATA_DIR: file }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data directory .* cannot be used .*\n$/);
  });

  it('ends with 1 and one sentence when a setting makes no sense', async () => {
    const { code, stderr } = await spawnSimulator({ PROCESSOR_LATENCY_MS: 'soon' }).ended;
    expect(code).toBe(1);
    expect(stderr).toBe('PROCESSOR_LATENCY_MS must be a whole number from 0 to 120000, but it is "soon".\n');
  });

  it('ends when the disk is full, and has answered for nothing that is not on it', async () => {
    const dataDir = await temporaryDirectory();
    const environment = { PROCESSOR_DATA_DIR: dataDir };
    const full = spawnSimulator(environment, { fileLimitKilobytes: 60 });
    const stripe = sdk(await full.url);
    const answered: string[] = [];
    const pays = async () => {
      for (;;) answered.push((await stripe.paymentIntents.create(payment())).id);
    };
    await Promise.allSettled([pays(), pays(), pays()]);
    const { code, stderr } = await full.ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The journal cannot be written any more \(.*\), so the simulator stops\.\n$/);

    const after = spawnSimulator(environment);
    const kept = (await sdk(await after.url).paymentIntents.list({ limit: 100 })).data.map(({ id }) => id);
    expect(answered.length).toBeGreaterThan(0);
    expect(kept).toEqual(expect.arrayContaining(answered));
  });
});
