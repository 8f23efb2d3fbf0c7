import { existsSync, writeFileSync } from 'node:fs';
import { Complaint } from './complaint';
import { fingerprint, isRecorded } from './fingerprint';
import { runNode } from './program';
import { inProject, projectRoot } from './project';

const record = inProject('prisma/client/.doubletap');

/**
 * Generates the Prisma client when it is missing or belongs to another schema.prisma or another set of packages.
 * Returns whether there was something to do.
 */
export async function generateClient(): Promise<boolean> {
  const hash = fingerprint(projectRoot, ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']);
  if (isRecorded(record, hash)) return false;
  // Generating needs no native engine, yet Prisma fetches one from its own host unless it is told of a file that exists.
  const { ok, output } = await runNode([inProject('node_modules/prisma/build/index.js'), 'generate'], {
    env: {
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (!ok || !existsSync(inProject('prisma/client'))) {
    throw new Complaint(`The Prisma client could not be generated:\n${output.trim()}`);
  }
  writeFileSync(record, hash);
  return true;
}
