/** Notes how something is ended that has been started. */
export type AtEnd = (end: () => Promise<unknown>) => void;

/**
 * Puts something together from parts that are started one after the other. `stop` ends them again, the last one first; when a step
 * fails, what was started before it is ended at once, and the failure is thrown.
 */
export async function assembled<T>(
  assemble: (atEnd: AtEnd) => Promise<T>,
): Promise<T & { readonly stop: () => Promise<void> }> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await assemble((end) => ends.push(end))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
