import { type Reason, reasons } from '@/platform/reasons';

/** What a second attempt with the same key can find in the table. */
export const rows = {
  none: 'no row',
  other_input: 'a row with another fingerprint',
  in_progress: 'a row in progress, its lease alive',
  lease_over: 'a row in progress, its lease over',
  completed: 'a completed row',
} as const;

export type Row = keyof typeof rows;

export interface RowAnswer {
  readonly does: string;
  readonly why: string;
  /** The answer that the caller may get, where it is one of the shop's table. */
  readonly reason?: Reason;
}

export const rowAnswers: Readonly<Record<Row, RowAnswer>> = {
  none: {
    does: 'It is new: claim the key and place the order in one transaction, then charge.',
    why: 'The insert wrote one row, so nobody else can be at work on this purchase.',
  },
  other_input: {
    does: 'Refuse at once, also while the first is still running.',
    why: 'The key belongs to another cart, amount or card. To answer with the old result would be a lie; to charge would be a second purchase under a used key.',
    reason: 'idempotency_key_reused',
  },
  in_progress: {
    does: 'Join: wait for the attempt in flight and answer what it ends in. If it takes too long, say that it is still running.',
    why: 'There is one purchase, so there is one answer. Waiting happens in memory and holds no connection.',
    reason: 'attempt_in_progress',
  },
  lease_over: {
    does: 'Take over with a fresh token, and go on at the phase that is due.',
    why: 'The owner is gone or hung. What it committed is in the row, so nothing begins from the start.',
  },
  completed: {
    does: 'Repeat the stored answer: same status, same bytes.',
    why: 'It was decided before. Replaying needs neither the processor nor a lock.',
  },
};

/** What the shop's table of reasons says to the caller, as one line of HTTP and advice. */
export function adviceOf(reason: Reason): string {
  const { status, retry } = reasons[reason];
  return `${status} ${reason}, retry: ${retry}`;
}
