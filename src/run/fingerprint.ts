import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

function filesBelow(root: string, entry: string, isWanted: (file: string) => boolean): string[] {
  const found = statSync(path.join(root, entry), { throwIfNoEntry: false });
  if (found === undefined || !isWanted(entry)) return [];
  if (!found.isDirectory()) return [entry];
  return readdirSync(path.join(root, entry)).flatMap((name) =>
    filesBelow(root, path.posix.join(entry, name), isWanted),
  );
}

/**
 * A hash over the names and contents of files and folders, relative to a root; what does not exist is left out.
 * `isWanted` is asked with the relative path of each file and folder.
 */
export function fingerprint(
  root: string,
  entries: readonly string[],
  isWanted: (file: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesBelow(root, entry, isWanted)).sort()) {
    const content = createHash('sha256')
      .update(readFileSync(path.join(root, file)))
      .digest('hex');
    hash.update(`${content} ${file}\n`);
  }
  return hash.digest('hex');
}

/** Whether a record written after an earlier success still fits. */
export function isRecorded(recordFile: string, hash: string): boolean {
  return (
    statSync(recordFile, { throwIfNoEntry: false }) !== undefined && readFileSync(recordFile, 'utf8') === hash
  );
}
