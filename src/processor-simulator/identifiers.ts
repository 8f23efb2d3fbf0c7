import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id in Stripe's form, e.g. `ch_` and 24 random letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`;
}

/** Random letters and digits. Bytes of 248 and above are thrown away so that every letter is equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}
