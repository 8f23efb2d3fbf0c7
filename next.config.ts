import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The tests type-check; a build that must run on a shopper's shop does not need to do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['@prisma/client', '@prisma/adapter-pg', 'pg', 'pino'],
};

export default config;
