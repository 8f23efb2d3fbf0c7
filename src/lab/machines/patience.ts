import { until } from '@/run/testbed/until';

/** How long people ask again: longer than a store, a worker or a database is away. */
export const patienceMs = 45_000;

/** Tries until it comes to something, and returns that. Rejects with the last failure when patience ends. */
export async function patiently<T>(
  work: () => Promise<T>,
  onFailure: () => void = () => undefined,
): Promise<T> {
  let done: { readonly value: T } | undefined;
  let failure: unknown;
  const isDone = async () => {
    try {
      done = { value: await work() };
    } catch (error) {
      failure = error;
      onFailure();
    }
    return done !== undefined;
  };
  await until('it comes to something', isDone, patienceMs).catch((error: unknown) => {
    throw new Error(`${error}; last of all: ${failure}`);
  });
  if (!done) throw new Error('until has seen it done');
  return done.value;
}
