import { env } from '@/platform/env';
import { isSecure } from '@/platform/session';

/**
 * Whether a page that is not the shop's made the browser send this. Browsers name the page's origin on every POST, and most say
 * how the page is related to the shop (`Sec-Fetch-Site`): a page of a neighbouring host is as foreign as any other, since it may
 * send the shopper's cookie along. Callers that are no browsers say neither.
 */
export function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'cross-site' || site === 'same-site') return true;
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  // A proxy in front of the shop may change the host: then the page has the shop's public address.
  const addressed = `${isSecure(request) ? 'https' : 'http'}://${request.headers.get('host')}`;
  return origin !== addressed && origin !== new URL(env().publicUrl).origin;
}
