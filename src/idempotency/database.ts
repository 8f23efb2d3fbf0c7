/** What the engine needs of a database. `Tx` is the caller's own transaction handle; the engine only passes it on. */
export interface Database<Tx> {
  /**
   * Runs `work` in one transaction at READ COMMITTED. An error out of `work` rolls back and is rethrown. When `work`
   * had returned and this still rejects, the COMMIT's outcome is unknown.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs one statement inside a transaction. */
  query(tx: Tx, statement: Statement): Promise<readonly Row[]>;
  /** Runs one statement on its own. */
  queryAlone(statement: Statement): Promise<readonly Row[]>;
  /**
   * What an error means for whoever may run the transaction again: `conflict` (serialization failure, deadlock),
   * `unavailable` (no connection, a timeout, a pool without a place), or `other` (a bug, or the caller's own error).
   */
  classify(error: unknown): 'conflict' | 'unavailable' | 'other';
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Row = Readonly<Record<string, unknown>>;
