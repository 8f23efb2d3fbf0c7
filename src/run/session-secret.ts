import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataRoot } from './project';

/** The demo's session secret: made once, readable by its owner only, the same over restarts. */
export function demoSessionSecret(): string {
  const file = path.join(dataRoot, 'session-secret');
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
