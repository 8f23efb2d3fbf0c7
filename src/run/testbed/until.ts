import { poll } from '../poll';

/** Waits for something to be so, at most for `boundMs`; throws with what was waited for. */
export async function until(what: string, isSo: () => Promise<boolean>, boundMs = 20_000): Promise<void> {
  const seen = await poll(boundMs, async () => (await isSo()) || undefined);
  if (!seen) throw new Error(`waited ${boundMs} ms in vain for this: ${what}`);
}
