import type { MetadataRoute } from 'next';
import { siteOrigin } from './site-origin';

export default async function robots(): Promise<MetadataRoute.Robots> {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/orders'] },
    sitemap: `${await siteOrigin()}/sitemap.xml`,
  };
}
