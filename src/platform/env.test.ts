import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readRunSettings } from '@/run/environment';
import type { Env } from './env';

/** A shop of one's own, as the README says it is set up. */
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://shop@127.0.0.1/shop',
  SESSION_SECRET: 'a-session-secret-of-32-characters-or-more',
  STRIPE_SECRET_KEY: 'sk_live_of_a_shop',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_of_a_shop',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_a_shop',
  CONSOLE_TOKEN: 'a-console-token-of-a-shop',
  PUBLIC_URL: 'https://shop.example',
};

beforeEach(() => {
  vi.resetModules();
  const others = ['STRIPE_API_BASE', 'PORT', 'SESSION_SECRET_PREVIOUS', 'LAB_URL'];
  for (const name of [...Object.keys(production), ...others]) {
    vi.stubEnv(name, undefined);
  }
});

async function read(settings: Readonly<Record<string, string | undefined>>): Promise<Env> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return (await import('./env')).env();
}

describe('a shop of its own', () => {
  it('has nothing of the demo', async () => {
    const { isDemo, processor, publicUrl } = await read(production);
    expect(isDemo).toBe(false);
    expect(processor.apiBase).toBe('https://api.stripe.com');
    expect(processor.publicApiBase).toBe('https://api.stripe.com');
    expect(publicUrl).toBe('https://shop.example');
    expect(JSON.stringify(processor)).not.toContain('demo');
    expect(readRunSettings().usesStripe).toBe(true);
  });

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'does not start without %s',
    async (name) => {
      await expect(read({ ...production, [name]: undefined })).rejects.toThrow(`${name}: `);
    },
  );

  it.each([
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET_PREVIOUS', 'short'],
    ['CONSOLE_TOKEN', 'short'],
    ['PUBLIC_URL', 'ftp://shop.example'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_demo'],
    ['LAB_URL', 'http://127.0.0.1:4301'],
  ])('does not start with %s as %s', async (name, value) => {
    await expect(read({ ...production, [name]: value })).rejects.toThrow(name);
  });
});

describe('the demo', () => {
  const demo = {
    NODE_ENV: 'production',
    DATABASE_URL: production.DATABASE_URL,
    SESSION_SECRET: production.SESSION_SECRET,
  };

  it.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])('is not opened by forgetting %s', async (name) => {
    const said = { ...demo, STRIPE_SECRET_KEY: 'sk_test_demo', STRIPE_WEBHOOK_SECRET: 'whsec_demo' };
    expect((await read(said)).isDemo).toBe(true);
    vi.resetModules();
    await expect(read({ ...said, [name]: undefined })).rejects.toThrow(`${name}: is needed`);
  });

  it('has its address on this machine', async () => {
    const said = {
      ...demo,
      STRIPE_SECRET_KEY: 'sk_test_demo',
      STRIPE_WEBHOOK_SECRET: 'whsec_demo',
      PORT: '3100',
    };
    expect((await read(said)).publicUrl).toBe('http://localhost:3100');
  });

  it('has a laboratory only on this machine, and only beside a processor that is there too', async () => {
    const said = { ...demo, STRIPE_SECRET_KEY: 'sk_test_demo', STRIPE_WEBHOOK_SECRET: 'whsec_demo' };
    const labUrl = 'http://127.0.0.1:4301';
    expect((await read(said)).labUrl).toBeUndefined();
    vi.resetModules();
    expect((await read({ ...said, LAB_URL: labUrl })).labUrl).toBe(labUrl);
    for (const wrong of [
      { LAB_URL: 'http://lab.example:4301' },
      { LAB_URL: labUrl, STRIPE_API_BASE: 'https://api.stripe.com' },
    ]) {
      vi.resetModules();
      await expect(read({ ...said, ...wrong })).rejects.toThrow('LAB_URL: ');
    }
  });
});
