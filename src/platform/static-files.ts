import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Front } from './front';
import { everyAnswer, everyEncryptedAnswer } from './security-headers';
import { isSecure } from './session';

/** A file in its compressed form. */
interface Compressed {
  readonly content: Buffer;
  readonly type: string;
  /** Strong, and another one than the plain file's: it names these bytes. */
  readonly tag: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.svg': 'image/svg+xml',
};

/**
 * Sends the scripts and styles of the build as `npm start` has compressed them: a fifth smaller than what Next would make of them,
 * and anew for each request. Their names hold a hash of what is in them, so they are kept for ever. Whoever takes no Brotli, and everything that is not
 * in the folder when the store starts, is left to Next.
 *
 * @param folder `.next/static`; what has no `.br` beside it is no concern of this
 */
export function staticFiles(folder: string): Front {
  const files = readCompressed(folder);
  return (request, response, goOn) => {
    const file = files.get(request.url ?? '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!file || !isRead || request.headers.range !== undefined || !takesBrotli(request)) return goOn();
    for (const header of everyAnswer) response.setHeader(...header);
    if (cameEncrypted(request)) for (const header of everyEncryptedAnswer) response.setHeader(...header);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('ETag', file.tag);
    response.setHeader('Vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === file.tag) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Content-Length': file.content.length,
    });
    response.end(request.method === 'HEAD' ? undefined : file.content);
  };
}

/** By the address that a page asks for. They are a few hundred kilobytes, and stay in memory. */
function readCompressed(folder: string): ReadonlyMap<string, Compressed> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.br'),
  );
  return new Map(
    names.flatMap((name): [string, Compressed][] => {
      const plain = name.slice(0, -'.br'.length);
      const type = types[path.extname(plain)];
      if (type === undefined) return [];
      const content = readFileSync(path.join(folder, name));
      const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
      return [[`/_next/static/${plain.split(path.sep).join('/')}`, { content, type, tag }]];
    }),
  );
}

/** RFC 9110, 12.5.3: named, and not with a weight of nothing. */
function takesBrotli({ headers }: IncomingMessage): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',');
  return accepted.some((coding) => /^\s*br\s*(;\s*q=(?!0(\.0{0,3})?\s*$).*)?$/i.test(coding));
}

function cameEncrypted({ headers }: IncomingMessage): boolean {
  const get = (name: string): string | null => headers[name]?.toString() ?? null;
  return isSecure({ url: 'http://store', headers: { get } });
}
