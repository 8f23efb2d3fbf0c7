import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Complaint } from './complaint';
import { compressFiles } from './compress';
import { fingerprint, isRecorded } from './fingerprint';
import { own } from './ownership';
import { poll } from './poll';
import { runNode } from './program';
import { dataRoot, inProject, projectRoot } from './project';

const record = inProject('.next/doubletap-build');

/** Longer than any build takes; a second one waits for the first, and then finds nothing to do. */
const otherBuildBoundMs = 15 * 60_000;

const sources = [
  'src',
  'prisma',
  'public',
  'next.config.ts',
  'postcss.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** Whether a file can change what the build makes: tests, the other processes and the generated client cannot. */
export function isBuildSource(file: string): boolean {
  const outside = [
    'src/run',
    'src/wire',
    'src/lab',
    'src/processor-simulator',
    'prisma/client',
    'prisma/migrations',
  ];
  return !outside.includes(file) && !/\.test\.tsx?$/.test(file);
}

/** The hash of everything that the production build is made from. */
export function buildFingerprint(root = projectRoot): string {
  return fingerprint(root, sources, isBuildSource);
}

/** Whether the build that is there, if any, is of other sources. */
export function isBuildStale(): boolean {
  return !isRecorded(record, buildFingerprint());
}

/** Makes the production build unless the one that is there is of these sources. Returns whether it had to. */
export async function buildWhenStale(signal?: AbortSignal): Promise<boolean> {
  if (!isBuildStale()) return false;
  const ownership = await poll(otherBuildBoundMs, async () => {
    const found = own(path.join(dataRoot, 'build.lock'));
    return found.owned || signal?.aborted ? found : undefined;
  });
  if (ownership === undefined || !ownership.owned) {
    throw new Complaint('Another build of this clone is still going on. End it, then run this again.');
  }
  try {
    const hash = buildFingerprint();
    if (isRecorded(record, hash)) return false;
    rmSync(record, { force: true });
    const { ok, output } = await runNode([inProject('node_modules/next/dist/bin/next'), 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      ...(signal === undefined ? {} : { signal }),
    });
    if (!ok) throw new Complaint(`The shop could not be built:\n${output.trim()}`);
    await compressFiles(inProject('.next/static'));
    mkdirSync(path.dirname(record), { recursive: true });
    writeFileSync(record, hash);
    return true;
  } finally {
    ownership.release();
  }
}
