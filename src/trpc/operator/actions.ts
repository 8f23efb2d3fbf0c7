import type { Prisma } from '@prisma-client/client';
import { inTransaction, newId, prisma, type Tx } from '@/platform/database';
import { log } from '@/platform/log';
import { ShopError } from '@/platform/shop-error';

/** What operators do here, in the words of the log. */
export type ActionName = 'sign_in' | 'fulfil' | 'refund' | 'ask_processor' | 'redrive' | 'run_now';

/** Something an operator is about to do. */
export interface Act {
  readonly who: string;
  readonly action: ActionName;
  /** What it is done to: an order's id, a key, a queue. */
  readonly subject: string;
  readonly detail: Prisma.InputJsonObject;
}

export interface ActionRecord extends Act {
  readonly outcome: string;
}

/** Records what was done, in the transaction that does it where there is one. */
export async function recordAction(handle: Pick<Tx, 'operatorAction'>, record: ActionRecord): Promise<void> {
  await handle.operatorAction.create({ data: { ...record, id: newId() } });
}

/** Does something in one transaction and records it there, or records why it was refused. */
export async function actingAtOnce<T>(
  act: Act,
  work: (tx: Tx) => Promise<T>,
  outcomeOf: (result: T) => string,
): Promise<T> {
  try {
    return await inTransaction(async (tx) => {
      const result = await work(tx);
      await recordAction(tx, { ...act, outcome: outcomeOf(result) });
      return result;
    });
  } catch (error) {
    await orLog(act, recordAction(prisma(), { ...act, outcome: outcomeOfError(error) }));
    throw error;
  }
}

/** The mark of an action whose end has not been written: it is under way, or its process ended in it. */
const begun = 'begun';

/** An action of several transactions: `begin` writes it in the first of them, and its outcome is written when it is known. */
export interface BegunAction {
  begin(handle: Pick<Tx, 'operatorAction'>): Promise<void>;
}

/**
 * Does something that is more than one transaction, and records it: as begun before or with its first effect, then what came of
 * it. Where it was refused before it had begun anything, the refusal is recorded.
 */
export async function acting<T>(
  act: Act,
  work: (action: BegunAction) => Promise<T>,
  outcomeOf: (result: T) => string,
): Promise<T> {
  const id = newId();
  const end = (outcome: string): Promise<void> => {
    const row = { where: { id }, create: { ...act, id, outcome }, update: { outcome } };
    return orLog(act, prisma().operatorAction.upsert(row));
  };
  const action: BegunAction = {
    begin: async (handle) =>
      void (await handle.operatorAction.create({ data: { ...act, id, outcome: begun } })),
  };
  try {
    const result = await work(action);
    await end(outcomeOf(result));
    return result;
  } catch (error) {
    await end(outcomeOfError(error));
    throw error;
  }
}

function outcomeOfError(error: unknown): string {
  return error instanceof ShopError ? error.reason : 'failed';
}

/** What was done is done, and what was refused has its own reason: neither is told otherwise because its record failed. */
async function orLog({ action }: Act, record: Promise<unknown>): Promise<void> {
  try {
    await record;
  } catch (error) {
    log().error({ err: error, action }, "an operator's action could not be recorded");
  }
}

/** An action in the log. */
export interface ActionView {
  readonly id: string;
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: unknown;
  readonly outcome: string;
}

export interface ActionsAsked {
  readonly who?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Only those older than the action of this id. */
  readonly before?: string | undefined;
}

const pageSize = 50;

/** What operators did, newest first, a page at a time: `next` names the action that the next page comes after. */
export async function listActions({
  who,
  action,
  subject,
  before,
}: ActionsAsked): Promise<{ actions: ActionView[]; next: string | null }> {
  const rows = await prisma().operatorAction.findMany({
    where: {
      ...{ ...(who && { who }), ...(action && { action }), ...(subject && { subject }) },
      // Ids are in the order of time.
      ...(before && { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: pageSize + 1,
  });
  const page = rows.slice(0, pageSize);
  return {
    actions: page.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}
