import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this clone. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path inside this clone. */
export function inProject(...parts: readonly string[]): string {
  return path.join(projectRoot, ...parts);
}

/** The git-ignored folder for everything a run keeps: databases, logs, locks, the demo's secret. */
export const dataRoot = inProject('.data');

/** Where every process of a run writes its log. */
export const logRoot = path.join(dataRoot, 'log');
