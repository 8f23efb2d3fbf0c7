import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataRoot } from './project';

/** A secret of the demo: made once, readable by its owner only, the same over restarts. */
export function demoSecret(name: 'session-secret' | 'console-token'): string {
  const file = path.join(dataRoot, name);
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
