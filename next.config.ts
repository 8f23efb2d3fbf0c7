import type { NextConfig } from 'next';
import { everyAnswer, everyEncryptedAnswer, type Header } from './src/platform/security-headers';

const asList = (headers: readonly Header[]) => headers.map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // All pictures are drawings: what would scale photographs on demand is only a way to keep the store busy.
  images: { unoptimized: true },
  // Every page is sent with its head complete: a title that is streamed later is none to whoever reads without scripts.
  htmlLimitedBots: /.*/,
  // The tests type-check; a build that must run on a shopper's shop does not need to do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@prisma/client', '@prisma/adapter-pg', 'pg', 'pino'],
  headers: async () => [
    { source: '/:path*', headers: asList(everyAnswer) },
    {
      source: '/:path*',
      // Set by Next, or by whoever ends the encryption in front of it.
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https(?:,.*)?' }],
      headers: asList(everyEncryptedAnswer),
    },
  ],
};

export default config;
