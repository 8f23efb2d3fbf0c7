/** What was different, or went wrong, in a sentence; undefined where all was as expected. */
export async function explained(run: () => Promise<readonly string[]>): Promise<string | undefined> {
  try {
    const differences = await run();
    return differences.length === 0 ? undefined : differences.join('; ');
  } catch (error) {
    return explainError(error);
  }
}

export function explainError(error: unknown): string {
  console.error(error);
  return error instanceof Error ? error.message : String(error);
}
