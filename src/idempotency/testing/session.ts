import type pg from 'pg';
import { type Connection, Lost } from './postgres';
import type { Stage } from './stage';

/** A connection of an actor: every statement halts before it is sent, and may meet a broken wire. */
export class Session implements Connection {
  readonly #stage: Stage;
  readonly #pool: pg.Pool;
  #line: Line;

  constructor(stage: Stage, pool: pg.Pool) {
    this.#stage = stage;
    this.#pool = pool;
    this.#line = new Line(stage, pool);
  }

  async query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const { process } = this.#stage.actor();
    const fate = process.isAlive ? await this.#stage.halt(labelOf(text)) : 'call_lost';
    if (fate === 'done' || fate === 'answer_lost') {
      const result = await this.#line.send(text, values);
      if (result.rowCount === 0) this.#stage.note(`finds no row: ${labelOf(text)}`);
      if (fate === 'done' && process.isAlive) return result;
    }
    const broken = this.#line;
    this.#line = new Line(this.#stage, this.#pool);
    if (fate === 'call_late' && (text === 'COMMIT' || !(text === 'BEGIN' || broken.isInTransaction))) {
      this.#stage.later(`${labelOf(text)}, late`, () => broken.sendLast(text, values));
    } else if (broken.isInTransaction) {
      this.#stage.later('a broken connection is noticed', () => broken.sendLast('ROLLBACK'));
    } else {
      broken.close();
    }
    // In a dead process nobody is there to try again.
    if (!process.isAlive) return new Promise(() => undefined);
    throw new Lost(labelOf(text));
  }

  release(): void {
    this.#line.close();
  }
}

/** A connection of the pool, taken with the first statement: an actor that halts before it holds none. */
class Line {
  readonly #stage: Stage;
  readonly #pool: pg.Pool;
  #client: pg.PoolClient | undefined;

  constructor(stage: Stage, pool: pg.Pool) {
    this.#stage = stage;
    this.#pool = pool;
  }

  get isInTransaction(): boolean {
    return this.#client !== undefined && this.#client.getTransactionStatus() !== 'I';
  }

  async send(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    this.#client ??= await this.#stage.work('connects', null, this.#pool.connect());
    // `processID` is missing in the driver's types.
    const pid = Number(Reflect.get(this.#client, 'processID'));
    try {
      return await this.#stage.work(labelOf(text), pid, this.#client.query(text, values));
    } finally {
      this.#stage.holds(pid, this.isInTransaction);
    }
  }

  async sendLast(text: string, values: unknown[] = []): Promise<void> {
    try {
      await this.send(text, values);
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#client?.release();
    this.#client = undefined;
  }
}

/** A statement in one line, short enough to be read in a row of them. */
function labelOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ').replace('scope, operation, key, fingerprint, input', '..');
  return line.length <= 80 ? line : `${line.slice(0, 50)} .. ${line.slice(-26)}`;
}

/** Whether a statement, by its label, may have to wait for the key's row without holding it. */
export function wantsRow(label: string): boolean {
  return /^INSERT INTO idempotency_key|^SELECT fingerprint.*FOR UPDATE$|^UPDATE idempotency_key SET token/.test(
    label,
  );
}
