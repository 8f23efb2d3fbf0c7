import type { Statement } from './database';
import { anyFingerprint } from './fingerprint';
import type { Answer, LastWrite } from './operation';

/**
 * The statements on the claim's row, one function each. All times are the database's (`clock_timestamp()`: `now()`
 * would stand still at the start of a long transaction). They are raw because each must be one statement: Prisma's
 * `upsert` is a SELECT and an INSERT, and races.
 */
export interface ClaimId {
  readonly scope: string;
  readonly operation: string;
  readonly key: string;
}

export interface NewClaim extends ClaimId {
  readonly fingerprint: string;
  readonly input: string;
  readonly retentionMs: number;
}

/** Insert-first: of all attempts that come together one gets a row back, the others wait for it and get none. */
export function insertClaim(claim: NewClaim, token: string, leaseMs: number): Statement {
  return {
    text: `
      INSERT INTO idempotency_key (scope, operation, key, fingerprint, input, token, lease_until, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6::uuid,
              clock_timestamp() + $7::float8 * interval '1 millisecond',
              clock_timestamp() + $8::float8 * interval '1 millisecond')
      ON CONFLICT DO NOTHING
      RETURNING 1 AS claimed`,
    values: [...idOf(claim), claim.fingerprint, claim.input, token, leaseMs, claim.retentionMs],
  };
}

/** A row that is born completed: a stored refusal, a closed purchase, or an operation of one transaction. */
export function insertCompleted(claim: NewClaim, answer: Answer): Statement {
  return {
    text: `
      INSERT INTO idempotency_key
        (scope, operation, key, fingerprint, input, state, answer_status, answer_body, completed_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, 'completed', $6, $7,
              clock_timestamp(), clock_timestamp() + $8::float8 * interval '1 millisecond')
      ON CONFLICT DO NOTHING
      RETURNING 1 AS claimed`,
    values: [...idOf(claim), claim.fingerprint, claim.input, answer.status, answer.body, claim.retentionMs],
  };
}

/** A closed purchase whose input nobody has seen: whatever comes under this key later meets the answer. */
export function unseenClaim(id: ClaimId, retentionMs: number): NewClaim {
  return { ...id, fingerprint: anyFingerprint, input: 'null', retentionMs };
}

/** One indexed read, without a lock. */
export function readClaim(id: ClaimId): Statement {
  return {
    text: `
      SELECT fingerprint, state::text AS state, input, token::text AS token, answer_status, answer_body,
             (extract(epoch FROM expires_at) * 1000)::float8 AS expires_at_ms,
             coalesce(lease_until > clock_timestamp(), false) AS lease_alive
      FROM idempotency_key WHERE scope = $1 AND operation = $2 AND key = $3`,
    values: idOf(id),
  };
}

/** Which of so many keys have a row: their places in the list, from 1. */
export function findClaims(ids: readonly ClaimId[]): Statement {
  return {
    text: `
      SELECT asked.place FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (scope, operation, key, place)
      JOIN idempotency_key USING (scope, operation, key)`,
    values: [ids.map(({ scope }) => scope), ids.map(({ operation }) => operation), ids.map(({ key }) => key)],
  };
}

/** The same row, locked first of all rows of a settling transaction. */
export function lockClaim(id: ClaimId): Statement {
  const { text, values } = readClaim(id);
  return { text: `${text} FOR UPDATE`, values };
}

/**
 * Claims the key and then reads and locks what its operation begins with, in one round trip. Whoever does not get the key locks
 * nothing.
 *
 * @returns one row for whoever has claimed: `claimed`, and `subject` as {@link lockClaimAndSubject} tells it
 */
export function insertClaimAndSubject(
  claim: NewClaim,
  token: string,
  leaseMs: number,
  subject: Statement,
): Statement {
  return followedBy(insertClaim(claim, token, leaseMs), 'claim', subject);
}

/**
 * Locks the key's row and then what its operation settles, in one round trip; either may be missing. Who had to wait for the locks
 * reads every locked row as it is then (READ COMMITTED), and all others as they were when the statement began.
 *
 * @returns one row: the claim's columns, all null where there is none, and `subject`, the subject's row as JSON or null
 */
export function lockClaimAndSubject(id: ClaimId, subject: Statement): Statement {
  return followedBy(lockClaim(id), '(SELECT) AS one LEFT JOIN claim ON true', subject);
}

/** PostgreSQL looks at the subject only once the rows of the first statement are counted, so the locks are taken in this order. */
function followedBy(first: Statement, from: string, subject: Statement): Statement {
  return {
    text: `
      WITH claim AS MATERIALIZED (${first.text})
      SELECT claim.*, (SELECT to_jsonb(subject) FROM (${after(first, subject)}) AS subject
                       WHERE (SELECT count(*) FROM claim) >= 0) AS subject
      FROM ${from}`,
    values: [...first.values, ...subject.values],
  };
}

/** A statement's text behind another's values. */
function after({ values }: Statement, { text }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + values.length}`);
}

/**
 * A claim whose lease has run out gets a new owner. The former owner's token is gone: it is fenced. The row back tells the
 * new owner what it has to finish.
 */
export function takeOver(id: ClaimId, token: string, leaseMs: number): Statement {
  return {
    text: `
      UPDATE idempotency_key
      SET token = $4::uuid, lease_until = clock_timestamp() + $5::float8 * interval '1 millisecond'
      WHERE scope = $1 AND operation = $2 AND key = $3
        AND state = 'in_progress' AND lease_until <= clock_timestamp()
      RETURNING input, (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS age_ms`,
    values: [...idOf(id), token, leaseMs],
  };
}

/**
 * The open claims of an operation whose lease is over, the longest first: nobody works on them. After each doubt a claim
 * rests for twice as long, up to a minute, so that a processor that is down is not asked by everybody all the time. Rows that
 * another worker looks at are skipped.
 */
export function findAbandoned(operation: string, limit: number): Statement {
  return {
    text: `
      SELECT scope, key FROM idempotency_key
      WHERE state = 'in_progress' AND operation = $1
        AND lease_until + (power(2, least(doubts, 6)) - 1) * interval '1 second' <= clock_timestamp()
      ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [operation, limit],
  };
}

/** The owner lets go of a claim whose outcome is unknown, so that the next attempt can take over at once. */
export function release(id: ClaimId, token: string): Statement {
  return {
    text: `
      UPDATE idempotency_key SET token = NULL, lease_until = clock_timestamp(), doubts = doubts + 1
      WHERE scope = $1 AND operation = $2 AND key = $3 AND token = $4::uuid AND state = 'in_progress'
      RETURNING 1 AS released`,
    values: [...idOf(id), token],
  };
}

/**
 * Stores the answer, and keeps it for its retention from now on. A fact needs no lease, so this asks for no token; an
 * answer once stored never changes.
 */
export function complete(id: ClaimId, answer: Answer, retentionMs: number): Statement {
  return {
    text: `
      UPDATE idempotency_key
      SET state = 'completed', answer_status = $4, answer_body = $5, completed_at = clock_timestamp(),
          token = NULL, lease_until = NULL,
          expires_at = clock_timestamp() + $6::float8 * interval '1 millisecond'
      WHERE scope = $1 AND operation = $2 AND key = $3 AND state = 'in_progress'
      RETURNING (extract(epoch FROM expires_at) * 1000)::float8 AS expires_at_ms`,
    values: [...idOf(id), answer.status, answer.body, retentionMs],
  };
}

/**
 * What a settling transaction writes last, in one statement.
 *
 * @param completing stores the answer; null where one is stored already
 * @returns one row: what its proof asks for, and what `completing` returns
 */
export function writeLast({ parts, proof }: LastWrite, completing: Statement | null): Statement {
  const columns = proof ? [proof.columns] : [];
  if (completing === null) return { text: `WITH ${parts.text} SELECT ${columns}`, values: parts.values };
  return {
    text: `
      WITH ${parts.text}, completed AS (${after(parts, completing)})
      SELECT ${[...columns, '(SELECT expires_at_ms FROM completed) AS expires_at_ms']}`,
    values: [...parts.values, ...completing.values],
  };
}

function idOf(id: ClaimId): readonly [string, string, string] {
  return [id.scope, id.operation, id.key];
}
