import { PrismaPg } from '@prisma/adapter-pg';
import { v7 } from 'uuid';
import { installQueues } from '../src/jobs/queues';
import { catalogue } from './catalogue';
import { PrismaClient } from './client/client';
import { promoCodes } from './promo-codes';

/**
 * Puts what the processes need into a migrated database: job queues, catalogue and promo codes. Run again it brings names, pictures and prices up to
 * date and leaves stock and uses as they are: those belong to the orders.
 */
export async function seed(databaseUrl: string): Promise<void> {
  await installQueues(databaseUrl);
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl, max: 1 }) });
  try {
    for (const { stock, specs, ...item } of catalogue) {
      const product = { ...item, currency: 'USD', specs: specs.map((spec) => [...spec]) };
      await prisma.product.upsert({
        where: { slug: item.slug },
        create: { ...product, id: v7(), stock, stockReceived: stock },
        update: product,
      });
    }
    for (const { expiresAt, ...promo } of promoCodes) {
      const terms = { ...promo, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
      await prisma.promo.upsert({ where: { code: promo.code }, create: terms, update: terms });
    }
  } finally {
    await prisma.$disconnect();
  }
}
