import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { inProject } from '@/run/project';
import { useSettings } from '@/run/testbed/settings';
import { applyEdit } from '../../mutants/mutant';
import { bringsRouter } from './build';
import { payUnprotected } from './pay';
import { appRouter } from './router';

beforeAll(() => {
  useSettings({
    DATABASE_URL: 'postgresql://127.0.0.1/none',
    STRIPE_SECRET_KEY: 'sk_test_of_a_shop',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_a_shop',
    CONSOLE_TOKEN: 'the-token-of-the-operators',
  });
});

const input = {
  cartId: 'a cart',
  cartVersion: 1,
  expectedTotal: { amount: 100, currency: 'USD' },
  email: 'ada@example.com',
  shippingOptionId: 'standard',
  shippingAddress: {
    ...{ name: 'Ada', line1: '1 Bell St', line2: undefined, city: 'Austin', region: 'TX' },
    ...{ postalCode: '78701', country: 'US' },
  },
  paymentMethodId: 'pm_card_visa',
} as const;

it('charges nobody at a processor that is not the simulator', async () => {
  await expect(payUnprotected('a shopper', input)).rejects.toThrow('simulator only');
});

it('is imported by nothing that is built for shoppers', () => {
  const files = readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' });
  const importers = files
    .filter((file) => !file.startsWith('lab/bench/'))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        /from '[^']*bench\/unprotected/.test(readFileSync(inProject('src', file), 'utf8')),
    );
  expect(importers).toEqual([]);
});

it("takes the place of the shop's router in the one route that serves it", () => {
  const route = readFileSync(inProject(bringsRouter.file), 'utf8');
  expect(applyEdit(route, bringsRouter)).toContain("from '@/lab/bench/unprotected/router'");
  expect(Object.keys(appRouter._def.procedures)).toEqual(['laboratory.pay', 'laboratory.empty']);
});
