/** One exact replacement in one file of the project; `find` must be there exactly once. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A test by which it is seen that a protection is gone. */
export interface NamedTest {
  readonly file: string;
  /** As the report of the test program says it: the names of its groups first, with a space between. */
  readonly name: string;
}

/** A shop with one protection less. */
export interface Mutant {
  /** What it is called on the command line. */
  readonly name: string;
  /** What is gone. */
  readonly without: string;
  /**
   * What must run the changed code for its tests to see it: the test's own process, a process of the shop that runs from
   * source (the worker), or a store, which needs a production build of the mutant first.
   */
  readonly seenIn: 'process' | 'worker' | 'store';
  readonly edits: readonly Edit[];
  /** Every one of them must fail. */
  readonly caughtBy: readonly NamedTest[];
}

export function edit(file: string, find: string, replace: string): Edit {
  return { file, find, replace };
}

/** Tests of one file. */
export function tests(file: string, ...names: readonly string[]): NamedTest[] {
  return names.map((name) => ({ file, name }));
}

/** Which program runs a test: its file's name says so. */
export type Suite = 'unit' | 'database' | 'browser';

export function suiteOf({ file }: NamedTest): Suite {
  if (file.endsWith('.spec.ts')) return 'browser';
  return file.endsWith('.db.test.ts') ? 'database' : 'unit';
}

/** The text with its one replacement made. Throws when it does not apply exactly once: the code has moved on. */
export function applyEdit(text: string, { file, find, replace }: Edit): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const found = text.split(find).length - 1;
    throw new Error(`${file} holds this ${found} times instead of once:\n${find}`);
  }
  return `${before}${replace}${after}`;
}
