import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '@/run/project';
import { assertSimulator } from './guard';
import { openWrongShop } from './shop';

const simulator = { url: 'http://127.0.0.1:4242', secretKey: 'sk_test_demo' };

it('lets a wrong shop charge at the simulator', () => {
  expect(() => assertSimulator(simulator)).not.toThrow();
});

it.each([
  'https://api.stripe.com',
  'http://192.168.0.7:4242',
  'http://127.0.0.1.example:4242',
  'http://localhost.example',
])('keeps a wrong shop from charging at %s', async (url) => {
  const processor = { ...simulator, url };
  await expect(openWrongShop({ processor, keys: 'none', mark: 'a' })).rejects.toThrow('simulator only');
});

it.each(['sk_live_of_a_shop', 'sk_test_of_a_shop', 'sk_test_demo2', ''])(
  'keeps a wrong shop from charging with the key "%s"',
  async (secretKey) => {
    const processor = { ...simulator, secretKey };
    await expect(openWrongShop({ processor, keys: 'none', mark: 'a' })).rejects.toThrow('no other');
  },
);

it('is imported by the laboratory alone', () => {
  const files = readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' });
  const importers = files.filter(
    (file) =>
      /\.tsx?$/.test(file) && /from '[^']*wrong-shops\//.test(readFileSync(inProject('src', file), 'utf8')),
  );
  expect(importers.toSorted()).toEqual(['lab/bench/unprotected/pay.ts', 'lab/host/three-ways.ts']);
});
