import { PrismaPg } from '@prisma/adapter-pg';
import { v7 } from 'uuid';
import { installQueues } from '../src/jobs/queues';
import { catalogue } from './catalogue';
import { PrismaClient } from './client/client';
import { galleryOf } from './galleries';
import { promoCodes } from './promo-codes';

/**
 * Puts what the processes need into a migrated database: job queues, catalogue and promo codes. Run again it brings names, pictures and prices up to
 * date and leaves stock and uses as they are: those belong to the orders.
 */
export async function seed(databaseUrl: string): Promise<void> {
  await installQueues(databaseUrl);
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl, max: 1 }) });
  try {
    for (const { stock, specs, prices, ...item } of catalogue) {
      const gallery = galleryOf(item.slug).map((view) => [...view]);
      const product = { ...item, gallery, specs: specs.map((spec) => [...spec]) };
      const { id: productId } = await prisma.product.upsert({
        where: { slug: item.slug },
        create: { ...product, id: v7(), stock, stockReceived: stock },
        update: product,
        select: { id: true },
      });
      for (const [currency, amount] of Object.entries(prices)) {
        await prisma.productPrice.upsert({
          where: { productId_currency: { productId, currency } },
          create: { productId, currency, amount },
          update: { amount },
        });
      }
    }
    for (const { expiresAt, amounts, ...promo } of promoCodes) {
      const terms = { ...promo, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
      await prisma.promo.upsert({ where: { code: promo.code }, create: terms, update: terms });
      for (const [currency, amount] of Object.entries(amounts ?? {})) {
        await prisma.promoAmount.upsert({
          where: { code_currency: { code: promo.code, currency } },
          create: { code: promo.code, currency, amount },
          update: { amount },
        });
      }
    }
  } finally {
    await prisma.$disconnect();
  }
}
