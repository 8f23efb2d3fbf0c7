import { type Machinery, sleep } from './machinery';

/** How a transaction ended. `certain: false`: its COMMIT was sent and nobody can say what became of it. */
export type CommitEnd<T> = { readonly certain: true; readonly value: T } | { readonly certain: false };

/** A conflict may run its transaction again at most twice: more would only feed the contention. */
const maxConflictRuns = 3;

/**
 * Runs a transaction, again after a conflict, and again for up to `patienceMs` while the database cannot be reached.
 * `work` must be able to meet its own earlier commit: after a lost COMMIT it is run again, and its claim or fence tells.
 * Rejects only when nothing was written for certain.
 */
export async function commit<Tx, T>(
  { database, clock, report }: Machinery<Tx>,
  patienceMs: number,
  work: (tx: Tx) => Promise<T>,
): Promise<CommitEnd<T>> {
  const startedAt = clock.now();
  let mayHaveCommitted = false;
  let conflicts = 0;
  for (let pauseMs = 50; ; pauseMs *= 2) {
    let workReturned = false;
    try {
      const value = await database.transaction(async (tx) => {
        const result = await work(tx);
        workReturned = true;
        return result;
      });
      return { certain: true, value };
    } catch (error) {
      const kind = database.classify(error);
      mayHaveCommitted ||= workReturned && kind === 'unavailable';
      conflicts += kind === 'conflict' ? 1 : 0;
      const again =
        (kind === 'conflict' && conflicts < maxConflictRuns) ||
        (kind === 'unavailable' && clock.now() - startedAt + pauseMs < patienceMs);
      if (!again) {
        if (!mayHaveCommitted) throw error;
        report(error);
        return { certain: false };
      }
      await sleep(clock, pauseMs * (0.5 + clock.random() / 2));
    }
  }
}
