import { parseItem } from 'structured-headers';

/** What the `Idempotency-Key` header of one request says. */
export type KeyHeader =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed'; readonly why: string };

/** The longest key, in characters; the column has the same limit. */
export const maxKeyLength = 255;

const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * Reads the header as the IETF draft says (an RFC 9651 string: `"abc"`); a bare token (`abc`) is accepted and is the
 * same key. Two header lines reach us joined by a comma, and are refused: nobody can say which was meant.
 */
export function readKeyHeader(header: string | null | undefined): KeyHeader {
  if (header === null || header === undefined) return { kind: 'missing' };
  const text = header.trim();
  if (text === '') return malformed('it is empty');
  const key = text.startsWith('"') ? unquote(text) : bare(text);
  if (key === null) return malformed('it is neither one quoted string nor one bare token');
  if (key === '') return malformed('it is empty');
  if (key.length > maxKeyLength)
    return malformed(`it has ${key.length} characters, and ${maxKeyLength} is the limit`);
  if (!visibleAscii.test(key)) return malformed('it has characters that are not visible ASCII');
  return { kind: 'key', key };
}

function unquote(text: string): string | null {
  try {
    const [value, parameters] = parseItem(text);
    return typeof value === 'string' && parameters.size === 0 ? value : null;
  } catch {
    return null; // structured-headers throws on whatever is not one item: two lines, an unclosed quote, a tail
  }
}

function bare(text: string): string | null {
  return /[",]/.test(text) ? null : text;
}

function malformed(why: string): KeyHeader {
  return { kind: 'malformed', why };
}
