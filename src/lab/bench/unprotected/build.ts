import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startStore } from '@/run/testbed/store';
import { edit } from '../../mutants/mutant';
import { copyProject } from '../../mutants/project-copy';

/** The one change: the API is the bench's router. Production builds know nothing of it. */
export const bringsRouter = edit(
  'src/app/api/trpc/[trpc]/route.ts',
  "from '@/trpc/router'",
  "from '@/lab/bench/unprotected/router'",
);

/** A production build of a copy of the project that answers what `router.ts` says. */
export interface LaboratoryBuild {
  /** Starts a store of it. */
  readonly startStore: typeof startStore;
  readonly remove: () => void;
}

let built: Promise<LaboratoryBuild> | undefined;

/** The one of this run; made when it is first asked for, which takes as long as a production build. */
export function laboratoryBuild(): Promise<LaboratoryBuild> {
  built ??= buildForLaboratory();
  return built;
}

/** Removes it, if there is one. */
export async function removeLaboratoryBuild(): Promise<void> {
  await built?.then(
    ({ remove }) => remove(),
    () => undefined, // what could not be made has removed itself
  );
}

async function buildForLaboratory(): Promise<LaboratoryBuild> {
  const copy = copyProject(false);
  try {
    copy.apply([bringsRouter]);
    // The copy's own modules build and start what lies beside them.
    const build: typeof import('@/run/build') = await import(inCopy('src/run/build.ts'));
    const store: typeof import('@/run/testbed/store') = await import(inCopy('src/run/testbed/store.ts'));
    await build.buildWhenStale();
    return { startStore: store.startStore, remove: copy.remove };
  } catch (error) {
    copy.remove();
    throw error;
  }

  function inCopy(file: string): string {
    return pathToFileURL(path.join(copy.folder, file)).href;
  }
}
