import { defineConfig } from 'prisma/config';

/**
 * For Prisma's own command line. The project itself applies its migrations with `npm run db:migrate`, which needs
 * none of Prisma's downloads.
 */
const url = process.env.DATABASE_URL;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url === undefined ? {} : { datasource: { url } }),
});
