import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProject, projectRoot } from '../../run/project';
import { applyEdit, type Edit } from './mutant';

/** What a copy has of its own, or does without. */
const leftOut = ['.git', '.data', '.next', 'node_modules'];

/** A copy of the project in a temporary folder, in which files may be changed without harm to the project itself. */
export interface ProjectCopy {
  readonly folder: string;
  /** Makes all of the edits, or none and throws. Returns the function that takes them back. */
  apply(edits: readonly Edit[]): () => void;
  remove(): void;
}

/** @param withBuild takes the production build along, so that tests of unchanged stores need not make it again */
export function copyProject(withBuild: boolean): ProjectCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'doubletap-mutants-'));
  // PostgreSQL, which does not run as root, has to reach the data and the programs below it.
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(projectRoot)) {
    if (!leftOut.includes(entry)) cpSync(inProject(entry), path.join(folder, entry), { recursive: true });
  }
  if (withBuild && existsSync(inProject('.next'))) {
    cpSync(inProject('.next'), path.join(folder, '.next'), { recursive: true, verbatimSymlinks: true });
  }
  linkTree(inProject('node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    apply: (edits) => applyAll(folder, edits),
    // What was told to end a moment ago may still write a last file.
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }),
  };
}

/**
 * The same tree of the same files: a link costs nothing, and the build refuses packages behind a symbolic link that leads
 * out of its project. The test programs keep caches in folders with a dot; those are not shared.
 */
function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) linkFile(source, target);
    else if (!/^\.(vite|cache)/.test(entry.name)) linkTree(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target); // the temporary folder is on another disk
  }
}

function applyAll(folder: string, edits: readonly Edit[]): () => void {
  const originals = new Map<string, string>();
  const changed = new Map<string, string>();
  for (const edit of edits) {
    const file = path.join(folder, edit.file);
    const text = changed.get(file) ?? readFileSync(file, 'utf8');
    if (!originals.has(file)) originals.set(file, text);
    changed.set(file, applyEdit(text, edit));
  }
  for (const [file, text] of changed) writeFileSync(file, text);
  return () => {
    for (const [file, text] of originals) writeFileSync(file, text);
  };
}
