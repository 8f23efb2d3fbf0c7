import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** A fingerprint that fits any input: of a purchase that was closed before any attempt of it arrived. */
export const anyFingerprint = '*';

/** The RFC 8785 canonical JSON of a validated input. Throws on what JSON cannot say (a bug of the caller). */
export function canonical(input: unknown): string {
  const text = canonicalize(input);
  if (text === undefined) throw new Error('the input has no canonical JSON');
  return text;
}

/**
 * `v1:` + SHA-256 over canonical JSON, so that key order and spacing do not matter. The version lets two releases with
 * different validation run side by side without answering each other's keys with 422.
 */
export function fingerprint(canonicalInput: string): string {
  return `v1:${createHash('sha256').update(canonicalInput).digest('hex')}`;
}

/**
 * Whether an attempt with this fingerprint belongs to the stored one. A fingerprint of another version cannot be compared:
 * the attempt is taken for a repeat, because the wrong 422 would make its caller give up a purchase that is under way.
 */
export function fits(stored: string, attempted: string): boolean {
  return stored === anyFingerprint || stored === attempted || versionOf(stored) !== versionOf(attempted);
}

function versionOf(print: string): string {
  return print.slice(0, print.indexOf(':'));
}
