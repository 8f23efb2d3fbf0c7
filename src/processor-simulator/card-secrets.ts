import { createHmac, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Turns things that must not be kept (card numbers, parameters that hold them) into fingerprints that can. The
 * key is made once per data directory: without it, sixteen digits would soon be found by trying them all.
 */
export class CardSecrets {
  private constructor(private readonly key: Buffer) {}

  static async open(directory: string): Promise<CardSecrets> {
    const name = path.join(directory, 'fingerprint.key');
    const kept = await readOrUndefined(name);
    if (kept !== undefined) {
      if (!/^[0-9a-f]{64}$/.test(kept)) throw new Error(`${name} is damaged`);
      return new CardSecrets(Buffer.from(kept, 'hex'));
    }
    // Written under another name first, so that a kill never leaves half a key behind.
    const key = randomBytes(32);
    await writeFile(`${name}.new`, key.toString('hex'), { mode: 0o600, flush: true });
    await rename(`${name}.new`, name);
    return new CardSecrets(key);
  }

  /** The same 16 characters for the same card of the same account. */
  cardFingerprint(account: string, number: string): string {
    return this.hash(`card\n${account}\n${number}`).slice(0, 16);
  }

  parametersFingerprint(canonicalParameters: string): string {
    return this.hash(`parameters\n${canonicalParameters}`);
  }

  private hash(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}

async function readOrUndefined(name: string): Promise<string | undefined> {
  try {
    return await readFile(name, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
