import type pg from 'pg';

/** The rows of one table, as copies of one of them. */
export type Clones = {
  readonly table: string;
  /** SQL for the columns in which a copy differs. */
  readonly but: Readonly<Record<string, string>>;
} & (
  | /** So many; `n` counts them from 1. */ { readonly count: number }
  | /** One for each row of a table, which is `twin`: rows of several tables belong together. */ {
      readonly twins: string;
    }
);

/**
 * Fills a table with copies of a row that the shop itself has written, so that they are as wide as real ones. Its checks hold;
 * its triggers and foreign keys are not asked, as in the loading of a dump.
 */
export async function cloneRows(client: pg.ClientBase, { table, but, ...copies }: Clones): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => but[name] ?? `model.${name}`);
  const from = 'twins' in copies ? `${copies.twins} AS twin` : `generate_series(1, ${copies.count}) AS n`;
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${values.join(', ')} FROM (SELECT * FROM ${table} LIMIT 1) AS model, ${from}`,
  );
}

/** Does work with a table whose indexes are built again afterwards, which takes a fraction of the time of keeping them. */
export async function withoutIndexes(
  client: pg.ClientBase,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `SELECT coalesce(
              'ALTER TABLE ' || indrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname),
              'DROP INDEX ' || indexrelid::regclass) AS drop,
            coalesce(
              'ALTER TABLE ' || indrelid::regclass || ' ADD CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(con.oid),
              pg_get_indexdef(indexrelid)) AS create
     FROM pg_index LEFT JOIN pg_constraint con ON conindid = indexrelid AND conrelid = indrelid AND contype IN ('p', 'u')
     WHERE indrelid = $1::regclass`,
    [table],
  );
  for (const { drop } of indexes) await client.query(drop);
  await work();
  for (const { create } of indexes) await client.query(create);
}
