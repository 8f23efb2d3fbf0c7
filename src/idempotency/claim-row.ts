import type { Row } from './database';
import type { Answer } from './operation';

/** A claim's row as it was at one moment. */
export type ClaimRow =
  | { readonly state: 'completed'; readonly fingerprint: string; readonly stored: StoredAnswer }
  | {
      readonly state: 'in_progress';
      readonly fingerprint: string;
      readonly input: string;
      /** Null when the last owner let go of it because the outcome was unknown. */
      readonly token: string | null;
      readonly leaseAlive: boolean;
    };

export interface StoredAnswer extends Answer {
  /** Until when the answer is kept for sure. */
  readonly expiresAt: Date;
}

/** Reads a row of `readClaim`. Throws when the database holds what the engine never writes. */
export function claimRow(row: Row): ClaimRow {
  const { fingerprint, input, token, state, lease_alive, answer_status, answer_body, expires_at_ms } = row;
  if (typeof fingerprint === 'string' && typeof expires_at_ms === 'number') {
    const expiresAt = new Date(expires_at_ms);
    if (state === 'completed' && typeof answer_status === 'number' && typeof answer_body === 'string') {
      return { state, fingerprint, stored: { status: answer_status, body: answer_body, expiresAt } };
    }
    const hasToken = token === null || typeof token === 'string';
    if (
      state === 'in_progress' &&
      typeof input === 'string' &&
      hasToken &&
      typeof lease_alive === 'boolean'
    ) {
      return { state, fingerprint, input, token, leaseAlive: lease_alive };
    }
  }
  throw new Error(`idempotency_key holds a row that cannot be read: ${JSON.stringify(row)}`);
}

/** What `takeOver` gives back: what is to be finished, and how old it is. */
export interface TakenOver {
  readonly input: unknown;
  readonly ageMs: number;
}

export function takenOver({ input, age_ms }: Row): TakenOver {
  if (typeof input !== 'string' || typeof age_ms !== 'number')
    throw new Error('a takeover gave back no input');
  return { input: JSON.parse(input), ageMs: age_ms };
}

/** The row of an operation's subject, as JSON has carried it. */
export function subjectOf(row: Row | undefined): Row | null {
  const subject = row?.subject;
  return typeof subject === 'object' && subject !== null ? { ...subject } : null;
}
