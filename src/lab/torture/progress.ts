/** Shows a line every few seconds, until the returned function is called. */
export function showProgress(
  say: (line: string) => void,
  counts: () => Readonly<Record<string, number>>,
): () => void {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const told = Object.entries(counts()).map(([name, count]) => `${name} ${count}`);
    say(`  ${time.padStart(6)}  ${told.join(', ')}`);
  }, 5_000);
  return () => clearInterval(timer);
}
