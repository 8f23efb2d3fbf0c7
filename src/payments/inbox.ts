import { prisma, type Tx } from '@/platform/database';

/** A message of the processor: a hint that something has changed. What it says itself is not believed. */
export interface Message {
  /** The processor's id of the event. */
  readonly id: string;
  readonly type: string;
  /** The object that it is about. */
  readonly objectId: string;
  /** The message as it came, for people who look. */
  readonly payload: string;
}

/** What a message came to. */
export type MessageOutcome =
  /** The object's state is settled here, by this message or before it. */
  | 'settled'
  /** The object has no fact to settle yet: a later message will. */
  | 'no_fact'
  /** It is about something that is not this installation's, or of a kind that is not followed. */
  | 'not_ours';

/** Whether the message has had its effect already: it came twice. */
export async function isApplied(id: string): Promise<boolean> {
  const event = await prisma().processorEvent.findUnique({ where: { id }, select: { appliedAt: true } });
  return event?.appliedAt != null;
}

/**
 * Records a message with what it came to, in the transaction of its effect: a handling that fails leaves no trace, and
 * the redelivery does it again.
 */
export async function recordApplied(
  tx: Tx,
  { id, type, objectId, payload }: Message,
  outcome: MessageOutcome,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO processor_event (id, type, object_id, payload, applied_at, outcome)
    VALUES (${id}, ${type}, ${objectId}, ${payload}, clock_timestamp(), ${outcome})
    ON CONFLICT (id) DO UPDATE SET applied_at = clock_timestamp(), outcome = EXCLUDED.outcome
    WHERE processor_event.applied_at IS NULL`;
}

/** Keeps a message whose payment is not here yet; the worker applies it later. */
export async function keepWaiting({ id, type, objectId, payload }: Message): Promise<void> {
  await prisma().$executeRaw`
    INSERT INTO processor_event (id, type, object_id, payload) VALUES (${id}, ${type}, ${objectId}, ${payload})
    ON CONFLICT (id) DO UPDATE SET tries = processor_event.tries + 1 WHERE processor_event.applied_at IS NULL`;
}

/** A try that failed: the message rests for longer before the next one. */
export async function postpone({ id }: Message): Promise<void> {
  await prisma().$executeRaw`
    UPDATE processor_event SET tries = tries + 1 WHERE id = ${id} AND applied_at IS NULL`;
}

/** Messages that wait and are due: after n tries at 2^n seconds from their arrival, later once an hour. */
export async function waitingMessages(limit: number): Promise<Message[]> {
  return prisma().$queryRaw<Message[]>`
    SELECT id, type, object_id AS "objectId", payload FROM processor_event
    WHERE applied_at IS NULL
      AND received_at + (power(2, least(tries, 12)) + greatest(tries - 12, 0) * 3600) * interval '1 second' <= clock_timestamp()
    ORDER BY tries, received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}
