import { type Answer, answer, declareEffectOperation, declareLocalOperation, Refusal } from '../index';
import type { Operation, Purchase, PurchaseName } from '../operation';
import type { Fact, Outside } from './outside';
import type { Connection } from './postgres';

/** The smallest shop that can be got wrong: a purchase takes one piece of stock, and its settling makes one receipt. */
export interface Input {
  readonly n: number;
}

/** Times of the database's clock, which stands still until a test moves it. */
export const timesMs = { lease: 3_000, giveUpAge: 30_000, retention: 60_000 };

/**
 * Beside the engine's table: the shop's own, a history of every change of a key's row that nobody can leave out, and a
 * clock that the engine's statements read in place of the real one, because it stands first in the search path.
 */
export const schema = `
  CREATE SCHEMA races;
  CREATE TABLE races.clock (now timestamptz NOT NULL);
  INSERT INTO races.clock VALUES ('2030-01-01');
  CREATE FUNCTION races.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT now FROM races.clock';
  ALTER TABLE public.idempotency_key ALTER COLUMN created_at SET DEFAULT races.clock_timestamp();

  CREATE TABLE races.purchase (key text PRIMARY KEY, status text NOT NULL, receipt bigint);
  CREATE TABLE races.stock (key text PRIMARY KEY, pieces int NOT NULL CHECK (pieces >= 0));
  CREATE TABLE races.book (key text NOT NULL, what text NOT NULL, tx xid8 NOT NULL DEFAULT pg_current_xact_id());
  CREATE TABLE races.inbox (key text PRIMARY KEY);
  CREATE SEQUENCE races.receipt;

  CREATE TABLE races.history (
    n bigserial PRIMARY KEY, key text NOT NULL, what text NOT NULL, former_token uuid, token uuid, was_lease_over boolean,
    age_ms float8, input jsonb, status int, body text, expires_at_ms float8,
    by text NOT NULL DEFAULT current_setting('application_name'), tx xid8 NOT NULL DEFAULT pg_current_xact_id());
  CREATE FUNCTION races.remember() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO races.history (
        key, what, former_token, token, was_lease_over, age_ms, input, status, body, expires_at_ms)
      VALUES (
        coalesce(NEW.key, OLD.key),
        CASE
          WHEN TG_OP = 'INSERT' THEN CASE NEW.state WHEN 'completed' THEN 'stored' ELSE 'claimed' END
          WHEN TG_OP = 'DELETE' AND OLD.state = 'completed' AND OLD.expires_at < races.clock_timestamp() THEN 'reaped'
          WHEN TG_OP = 'DELETE' OR OLD.state = 'completed' THEN 'illegal'
          WHEN NEW.state = 'completed' THEN 'completed'
          WHEN NEW.token IS NULL THEN 'let_go'
          ELSE 'taken_over'
        END,
        OLD.token, NEW.token, OLD.lease_until <= races.clock_timestamp(),
        extract(epoch FROM races.clock_timestamp() - OLD.created_at) * 1000,
        NEW.input::jsonb, NEW.answer_status, NEW.answer_body, extract(epoch FROM NEW.expires_at) * 1000);
      RETURN NULL;
    END $$;
  CREATE TRIGGER remember AFTER INSERT OR UPDATE OR DELETE ON public.idempotency_key
    FOR EACH ROW EXECUTE FUNCTION races.remember();`;

export const searchPath = 'races,public,pg_catalog';

/** The three kinds of operation, under a name of its own for each play. */
export function purchaseOperation(
  name: string,
  kind: 'keyed' | 'unkeyed' | 'local',
  outside: Outside,
  mayBeReaped: boolean,
): Operation<Connection, Input, Fact> {
  const named = { name, parseInput, retentionMs: timesMs.retention };
  if (kind === 'local') {
    return declareLocalOperation<Connection, Input>({
      ...named,
      begin: async (tx, purchase) => {
        await beginPurchase(tx, purchase);
        return (await settlePurchase(tx, purchase, 'captured', false)) ?? answer(404, null);
      },
    });
  }
  const send = ({ input }: Purchase<Input>) => outside.send(input.n);
  const giveUp = ({ input }: Purchase<Input>) => outside.giveUp(input.n);
  return declareEffectOperation<Connection, Input, Fact>({
    ...named,
    leaseMs: timesMs.lease,
    giveUpAgeMs: timesMs.giveUpAge,
    effectTimeoutMs: 1_200,
    settleTimeoutMs: 1_500,
    begin: beginPurchase,
    effect:
      kind === 'keyed'
        ? { repeatable: true, send, giveUp }
        : { repeatable: false, send, giveUp, ask: () => outside.ask() },
    settle: (tx, purchase, fact) => settlePurchase(tx, purchase, fact, mayBeReaped),
    markUnknown: async (tx, { key }) => {
      await tx.query(
        `WITH marked AS (UPDATE purchase SET status = 'unknown' WHERE key = $1 AND status = 'begun')
         INSERT INTO book (key, what) VALUES ($1, 'unknown')`,
        [key],
      );
    },
    describeUnknown: async () => answer(503, { why: 'unknown' }),
  });
}

function parseInput(value: unknown): Input {
  if (typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number') {
    return { n: value.n };
  }
  throw new Error(`not an input: ${JSON.stringify(value)}`);
}

async function beginPurchase(tx: Connection, { key }: Purchase<Input>): Promise<void> {
  const { rows: made } = await tx.query(
    "INSERT INTO purchase (key, status) VALUES ($1, 'begun') ON CONFLICT DO NOTHING RETURNING key",
    [key],
  );
  if (made.length === 0) throw new Refusal(answer(409, { why: 'already made' }));
  const { rows: taken } = await tx.query(
    `WITH taken AS (UPDATE stock SET pieces = pieces - 1 WHERE key = $1 AND pieces > 0 RETURNING key)
     INSERT INTO book (key, what) SELECT key, 'begun' FROM taken RETURNING key`,
    [key],
  );
  if (taken.length === 0) throw new Refusal(answer(409, { why: 'sold out' }));
}

/** Once a key's row is reaped, the engine has nothing to lock: an operation whose facts may come that late locks its own. */
async function settlePurchase(
  tx: Connection,
  { key }: PurchaseName,
  fact: Fact,
  locksItsOwn: boolean,
): Promise<Answer | null> {
  const { rows } = await tx.query(
    `SELECT status, receipt FROM purchase WHERE key = $1${locksItsOwn ? ' FOR UPDATE' : ''}`,
    [key],
  );
  const [purchase] = rows;
  if (!purchase) return null;
  const next = statusAfter(String(purchase.status), fact);
  if (next === null) return answerOf(String(purchase.status), purchase.receipt);
  const moved = await tx.query(
    `WITH noted AS (INSERT INTO book (key, what) VALUES ($1, $2)),
          given_back AS (UPDATE stock SET pieces = pieces + 1 WHERE key = $1 AND $2 IN ('declined', 'not_made'))
     UPDATE purchase SET status = $2, receipt = nextval('receipt') WHERE key = $1 RETURNING receipt`,
    [key, next],
  );
  return answerOf(next, moved.rows[0]?.receipt);
}

/** Null: the fact is written already, or says less than what is written. */
function statusAfter(status: string, fact: Fact): string | null {
  if (status === 'begun' || status === 'unknown') return fact;
  return status === 'not_made' && fact === 'captured' ? 'captured_late' : null;
}

function answerOf(status: string, receipt: unknown): Answer {
  return status === 'captured'
    ? answer(200, { receipt, a: '\u00e9' })
    : answer(402, { why: status, receipt });
}
