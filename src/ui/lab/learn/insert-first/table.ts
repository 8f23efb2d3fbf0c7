/** A table of claims, as far as a race can tell it from PostgreSQL's: each statement is one indivisible step. */
export interface Table {
  readonly hasPrimaryKey: boolean;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly key: string;
  /** Who inserted it. */
  readonly owner: string;
  readonly answer: string | null;
}

export function select(table: Table, key: string): Row | undefined {
  return table.rows.find((row) => row.key === key);
}

/** `INSERT`: with a primary key, a second row of the same key is an error. */
export function insert(
  table: Table,
  row: Row,
): { readonly table: Table; readonly isUniqueViolation: boolean } {
  if (table.hasPrimaryKey && select(table, row.key)) return { table, isUniqueViolation: true };
  return { table: { ...table, rows: [...table.rows, row] }, isUniqueViolation: false };
}

/** `INSERT .. ON CONFLICT DO NOTHING`: how many rows it wrote. Where nothing is unique, nothing conflicts. */
export function insertOnConflictDoNothing(
  table: Table,
  row: Row,
): { readonly table: Table; readonly count: number } {
  const { table: after, isUniqueViolation } = insert(table, row);
  return { table: after, count: isUniqueViolation ? 0 : 1 };
}

/** `UPDATE .. SET answer`: of the rows that this owner inserted. */
export function storeAnswer(table: Table, key: string, owner: string, answer: string): Table {
  return {
    ...table,
    rows: table.rows.map((row) => (row.key === key && row.owner === owner ? { ...row, answer } : row)),
  };
}
