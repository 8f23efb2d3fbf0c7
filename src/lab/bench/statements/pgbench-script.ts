import { fill, type Template, type ValueTemplate } from './template';

/** A purchase as pgbench says it. */
export interface PgbenchScript {
  /** Its text; one variable for each value. */
  readonly text: string;
  /** The variables that are the same in all purchases. */
  readonly shared: ReadonlyMap<string, string>;
  /** The columns of the table of prepared purchases, in their order: values that have something of their own. */
  readonly columns: readonly ValueTemplate[];
}

/** The table of prepared purchases, numbered from 1. */
export const preparedTable = 'bench_purchase';

/**
 * Writes the script. Each run takes the next prepared purchase of its client: one indexed read that the shop does not have. Throws where pgbench
 * would take something in a statement for a variable of its own.
 */
export function pgbenchScript({ statements }: Template): PgbenchScript {
  const shared = new Map<string, string>();
  const columns: ValueTemplate[] = [];
  const names = new Map<string, string>();
  const nameOf = (value: ValueTemplate): string => {
    if (value === null) return 'NULL';
    const wanted = JSON.stringify(value);
    const known = names.get(wanted);
    if (known !== undefined) return `:${known}`;
    const isOwn = value.some((piece) => typeof piece !== 'string');
    const name = isOwn ? `own${columns.push(value)}` : `all${shared.size + 1}`;
    if (!isOwn) shared.set(name, fill(value, []) ?? '');
    names.set(wanted, name);
    return `:${name}`;
  };
  const said = statements.map(({ text, values }) => {
    if (/(?<!:):\w/.test(text)) throw new Error(`pgbench would read a variable in: ${text}`);
    return `${text.replace(/\$(\d+)/g, (_, place) => nameOf(values[Number(place) - 1] ?? null))};`;
  });
  const list = columns.map((_, index) => `own${index + 1}`).join(', ');
  const head = [
    '\\set made :made + 1',
    '\\set purchase :first + :client_id * :each + :made',
    `SELECT ${list} FROM ${preparedTable} WHERE id = :purchase \\gset`,
  ];
  return { text: [...head, ...said, ''].join('\n'), shared, columns };
}
