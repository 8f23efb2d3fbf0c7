import { openCluster } from './cluster';

/** Vitest's: the tests' PostgreSQL is up while the database tests run. */
export default function setup(): Promise<() => Promise<void>> {
  return openCluster();
}
