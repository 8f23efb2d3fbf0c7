import pg from 'pg';

/**
 * Sends the BEGIN of a transaction together with its first statement: one round trip less. Between the two there is no Sync, so
 * PostgreSQL skips the statement when the BEGIN fails, and nothing ever runs outside of the transaction that it was meant for.
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING)
 */
export function joinBegin(pool: pg.Pool): void {
  const begun = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (connection) => begun.delete(connection));
  pool.on('connect', (connection) => {
    const send = connection.query.bind(connection);
    const query = (config: pg.QueryConfig | string, ...rest: never[]): unknown => {
      const text = typeof config === 'string' ? config : config.text;
      if (text === 'BEGIN') {
        begun.add(connection);
        return Promise.resolve(nothing);
      }
      if (!begun.delete(connection)) return send(config, ...rest);
      if (text === 'COMMIT' || text === 'ROLLBACK') return Promise.resolve(nothing); // nothing was sent in between
      return new Promise<pg.QueryResult>((resolve, reject) => {
        send(
          new BeginAnd(config, undefined, (error, results) => (error ? reject(error) : resolve(results[1]))),
        );
      });
    };
    Reflect.set(connection, 'query', query);
  });
}

const nothing: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

type Told = (error: Error | null, results: [begin: pg.QueryResult, statement: pg.QueryResult]) => void;

/** The driver's own query, as far as it is used here: its types leave out how it is sent. */
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig | string,
  values: undefined,
  told: Told,
) => pg.Query & {
  name: string | undefined;
  prepare(connection: Messages): void;
  requiresPreparation(): boolean;
  handleCommandComplete(message: unknown, connection: Messages): void;
};

interface Messages {
  parse(message: { readonly text: string }): void;
  bind(message: object): void;
  execute(message: object): void;
}

class BeginAnd extends Query {
  #name: string | undefined;

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Messages): void {
    connection.parse({ text: 'BEGIN' });
    connection.bind({});
    connection.execute({});
    super.prepare(connection);
    // The driver takes the next ParseComplete for the statement's own, and this one is the BEGIN's.
    this.#name = this.name;
    this.name = undefined;
  }

  override handleCommandComplete(message: unknown, connection: Messages): void {
    this.name = this.#name;
    super.handleCommandComplete(message, connection);
  }
}
