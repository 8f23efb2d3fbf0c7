import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type PostResult = { readonly status: number } | { readonly error: string };

/**
 * Stripe's signature of a webhook (docs.stripe.com/webhooks/signature): an HMAC over the time and the exact bytes. It is made
 * anew for each try, because receivers refuse one that is older than five minutes.
 */
export function signatureHeader(payload: string, secret: string, unixSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${unixSeconds}.${payload}`, 'utf8').digest('hex');
  return `t=${unixSeconds},v1=${signature}`;
}

/**
 * Sends one webhook and tells how it was answered. Never rejects. The answer has to be there whole within the time
 * limit, its body is thrown away, and no redirect is followed. Each try has a connection of its own, so that one
 * a receiver closed long ago is never taken for a receiver that is down.
 */
export function postWebhook(
  url: string,
  payload: string,
  signature: string,
  timeoutMs: number,
  abort: AbortSignal,
): Promise<PostResult> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, {
      method: 'POST',
      agent: false,
      signal: abort,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        accept: '*/*; q=0.5, application/xml',
      },
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`not answered within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const end = (result: PostResult) => {
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (error: Error) => end({ error: reasonOf(error) });
    request.on('error', fail);
    request.on('response', (response) => {
      response.on('error', fail);
      response.on('end', () => end({ status: response.statusCode ?? 0 }));
      response.resume();
    });
    request.end(payload);
  });
}

/** A refused connection to a name with several addresses has an empty message, but always a code. */
function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  return 'code' in error ? String(error.code) : error.name;
}
