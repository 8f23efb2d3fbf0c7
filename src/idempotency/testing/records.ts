import type { Row } from '../index';
import type { World } from './world';

/** One change of a key's row, as the database remembers it. */
export interface Change {
  /** `stored` is a row that was born with its answer; `illegal` is a change that no row may ever see. */
  readonly what: 'claimed' | 'taken_over' | 'let_go' | 'completed' | 'stored' | 'reaped' | 'illegal';
  /** The name of the process that made it. */
  readonly by: string;
  readonly tx: string;
  readonly formerToken: string | null;
  readonly token: string | null;
  readonly wasLeaseOver: boolean;
  readonly ageMs: number;
  /** The input that the row belongs to. Null: a row that was closed belongs to any. */
  readonly n: number | null;
  readonly answer: { readonly status: number; readonly body: string; readonly expiresAtMs: number } | null;
}

/** What the database holds after a play. */
export interface Records {
  readonly history: readonly Change[];
  readonly isCompleted: boolean;
  /** The purchase's status; null when none was begun. */
  readonly status: string | null;
  readonly pieces: number;
  readonly isInInbox: boolean;
  readonly book: readonly { readonly what: string; readonly tx: string }[];
}

export async function readRecords(world: World, key: string): Promise<Records> {
  const [now] = await world.query(
    `SELECT (SELECT state::text FROM idempotency_key WHERE key = $1) AS state,
            (SELECT status FROM purchase WHERE key = $1) AS status,
            (SELECT pieces FROM stock WHERE key = $1) AS pieces,
            EXISTS (SELECT FROM inbox WHERE key = $1) AS is_in_inbox`,
    [key],
  );
  const book = await world.query('SELECT what, tx FROM book WHERE key = $1', [key]);
  const history = await world.query('SELECT * FROM history WHERE key = $1 ORDER BY n', [key]);
  return {
    history: history.map(changeOf),
    isCompleted: now?.state === 'completed',
    status: now?.status === null ? null : String(now?.status),
    pieces: Number(now?.pieces),
    isInInbox: now?.is_in_inbox === true,
    book: book.map(({ what, tx }) => ({ what: String(what), tx: String(tx) })),
  };
}

const changes = ['claimed', 'taken_over', 'let_go', 'completed', 'stored', 'reaped'] as const;

function changeOf(row: Row): Change {
  const { input } = row;
  const hasInput = typeof input === 'object' && input !== null && 'n' in input;
  return {
    what: changes.find((name) => name === row.what) ?? 'illegal',
    by: String(row.by),
    tx: String(row.tx),
    formerToken: textOf(row.former_token),
    token: textOf(row.token),
    wasLeaseOver: row.was_lease_over === true,
    ageMs: Number(row.age_ms),
    n: hasInput ? Number(input.n) : null,
    answer:
      row.status === null
        ? null
        : { status: Number(row.status), body: String(row.body), expiresAtMs: Number(row.expires_at_ms) },
  };
}

function textOf(value: unknown): string | null {
  return value === null ? null : String(value);
}
