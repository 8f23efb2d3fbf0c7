import { headers } from 'next/headers';
import { env } from '@/platform/env';

/**
 * The shop's address, which links that leave the site begin with. A shop that has been told its address believes nobody else's
 * word for it; one that has not takes the address that this request names, also through a proxy.
 */
export async function siteOrigin(): Promise<string> {
  // First, since it tells the build, which has no settings, to leave this to the request.
  const given = await headers();
  const { hasPublicUrl, publicUrl } = env();
  if (hasPublicUrl) return new URL(publicUrl).origin;
  const host = given.get('x-forwarded-host') ?? given.get('host');
  const scheme = given.get('x-forwarded-proto') ?? 'http';
  const address = `${scheme}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : 'http://localhost';
}
