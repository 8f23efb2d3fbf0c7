import { headers } from 'next/headers';

/** The shop's address as this request reached it, also through a proxy: what links that leave the site begin with. */
export async function siteOrigin(): Promise<string> {
  const given = await headers();
  const host = given.get('x-forwarded-host') ?? given.get('host');
  const scheme = given.get('x-forwarded-proto') ?? 'http';
  const address = `${scheme}://${host}`;
  return URL.canParse(address) ? new URL(address).origin : 'http://localhost';
}
