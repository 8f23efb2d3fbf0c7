/**
 * Something the person at the terminal can put right: it is shown as its one sentence, without a stack trace.
 * Everything else that is thrown is a bug of ours and is shown in full.
 */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}

/** Runs a command's main function; a complaint is printed as its sentence and ends the process with code 1. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Complaint ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
