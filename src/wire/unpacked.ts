import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';

/** A body as text, out of the encoding that its headers name, also where only its beginning is there. */
export function unpacked(
  bytes: Buffer,
  headers: readonly (readonly [name: string, value: string])[],
  mostBytes: number,
): string {
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? 'identity';
  try {
    return unpack(bytes, encoding.toLowerCase()).subarray(0, mostBytes).toString('utf8');
  } catch {
    return `(${bytes.length} bytes, ${encoding})`;
  }
}

/** What is unpacked at most; who sends more of it in so few bytes means no good. */
const maxOutputLength = 1024 * 1024;

function unpack(bytes: Buffer, encoding: string): Buffer {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
  switch (encoding) {
    case 'identity':
      return bytes;
    case 'gzip':
      return gunzipSync(bytes, { finishFlush: Z_SYNC_FLUSH, maxOutputLength });
    case 'deflate':
      return inflateSync(bytes, { finishFlush: Z_SYNC_FLUSH, maxOutputLength });
    case 'br':
      return brotliDecompressSync(bytes, { finishFlush: BROTLI_OPERATION_FLUSH, maxOutputLength });
    default:
      throw new Error(`there is no ${encoding} here`);
  }
}
