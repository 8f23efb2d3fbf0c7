/** npm and the terminal may both hand on the same Ctrl-C; signals closer together than this are one. */
const sameKeypressMs = 1000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `first` when this process is told to end, and `again` when that is repeated. Started by npm, the end of npm
 * counts too, also when it was killed and could not hand on a signal. Until the returned function is called this
 * keeps the process alive, which its children do not.
 */
export function onInterruption(first: () => void, again: () => void): () => void {
  let firstAt: number | undefined;
  const interrupt = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      first();
    } else if (now - firstAt > sameKeypressMs) {
      again();
    }
  };
  for (const signal of signals) process.on(signal, interrupt);
  const parent = process.ppid;
  const isStartedByNpm = process.env.npm_lifecycle_event !== undefined;
  const timer = setInterval(() => {
    if (isStartedByNpm && process.ppid !== parent && firstAt === undefined) interrupt();
  }, 1000);
  return () => {
    for (const signal of signals) process.off(signal, interrupt);
    clearInterval(timer);
  };
}
