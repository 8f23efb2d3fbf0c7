import { ShopError } from '@/platform/shop-error';
import { toTrpcError } from './errors';
import { errorBody } from './trpc';

/** The largest request body, in bytes: a purchase has about one thousand. */
const maxBodyBytes = 64 * 1024;

/** The request with a body that is not too large, or null: whoever sends more is not read to the end. */
export async function limitBody(request: Request, maxBytes = maxBodyBytes): Promise<Request | null> {
  if (request.body === null) return request;
  const length = request.headers.get('content-length');
  // Where a length is said, the server reads no further (RFC 9112, 6.2).
  if (length !== null) return Number(length) > maxBytes ? null : request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(chunks),
  });
}

/** Header lines of a request: a browser sends about twenty. */
const maxHeaders = 100;

/** Whether a request has more header lines than any caller needs. Node itself refuses heads above 16 KiB, with 431. */
export function hasTooManyHeaders({ headers }: Request): boolean {
  return [...headers.keys()].length > maxHeaders;
}

/** The answer for a request that is too large, in the form of every other error. */
export function tooLarge(): Response {
  const error = new ShopError(
    'too_large',
    `A request may have at most ${maxBodyBytes / 1024} KiB and ${maxHeaders} headers.`,
  );
  return Response.json(
    { error: errorBody(toTrpcError(error)) },
    { status: 413, headers: { 'Cache-Control': 'no-store' } },
  );
}
