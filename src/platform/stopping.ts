import { setMaxListeners } from 'node:events';

/**
 * The end of a process that was told to end: it refuses what is new, finishes what it has begun, and does not outlast its
 * grace. A claim that is still held then keeps its lease: its call may yet arrive at the processor, and until the lease has
 * run out nobody else may ask there.
 */

/** How long a process may go on after it was told to end, in milliseconds. Whoever told it kills it after 15 s. */
export const graceMs = 13_000;

/** Who still waits for an answer then is given one so long before the end, in milliseconds. */
const lastAnswersMs = 1_000;

interface Stopping {
  isStopping: boolean;
  readonly underWay: Set<Promise<unknown>>;
  readonly lastAnswers: AbortController;
}

declare global {
  var doubletapStopping: Stopping | undefined;
}

/** Next bundles its routes apart from what runs at the start, with modules of their own: they have only the process in common. */
function shared(): Stopping {
  globalThis.doubletapStopping ??= newState();
  return globalThis.doubletapStopping;
}

function newState(): Stopping {
  const lastAnswers = new AbortController();
  setMaxListeners(0, lastAnswers.signal); // one for each caller who waits
  return { isStopping: false, underWay: new Set(), lastAnswers };
}

/** Whether this process has been told to end: it finishes what it has begun, and begins nothing more. */
export function isStopping(): boolean {
  return shared().isStopping;
}

/** From here on the process says that it is not ready, and refuses what is new with `shutting_down`. */
export function beginStopping(): void {
  const state = shared();
  state.isStopping = true;
  setTimeout(() => state.lastAnswers.abort(), graceMs - lastAnswersMs).unref();
}

/** The process does not end before this work has ended, as long as its grace lasts. Returns the same work. */
export function finishFirst<T>(work: Promise<T>): Promise<T> {
  const { underWay } = shared();
  const remove = (): void => void underWay.delete(work);
  underWay.add(work);
  work.then(remove, remove);
  return work;
}

/** Resolves when everything has ended that is under way at the call. */
export async function untilFinished(): Promise<void> {
  await Promise.allSettled(shared().underWay);
}

/** Resolves when nothing is under way any more. */
export async function untilNothingIsUnderWay(): Promise<void> {
  while (shared().underWay.size > 0) {
    await untilFinished();
    // Whoever waited for the same work may begin what belongs to it, such as its record.
    await new Promise(setImmediate);
  }
}

/** What `work` ends in, or `late` when the process is about to end before it. The work itself goes on for as long as it can. */
export async function inTime<T, L>(work: Promise<T>, late: L): Promise<T | L> {
  const { signal } = shared().lastAnswers;
  let letGo = (): void => undefined;
  const end = new Promise<L>((resolve) => {
    letGo = () => resolve(late);
  });
  if (signal.aborted) letGo();
  signal.addEventListener('abort', letGo);
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener('abort', letGo);
  }
}
