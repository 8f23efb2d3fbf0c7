import type { Story, StoryEvent } from '../story';
import { plural } from '../words';

export type Actor = 'browser' | 'shop' | 'database' | 'processor';

/** In which transactions a purchase is written down. */
export const designs = {
  record_last: 'Charge, then record',
  claim_apart: 'Claim first, order in a second transaction',
  one_transaction: 'Claim and order in one transaction',
} as const;

export type Design = keyof typeof designs;

export interface Protection {
  readonly design: Design;
  /** Whether the shop sends the processor a key of the purchase. */
  readonly hasProcessorKey: boolean;
}

/** What outlives a crash: committed rows, and what the processor has done. */
interface Durable {
  readonly claim: 'none' | 'in_progress' | 'completed';
  readonly orders: number;
  readonly charges: number;
}

/** One indivisible step: a committed transaction, a call, or the answer. */
interface Step {
  readonly name: string;
  readonly tell: (after: Durable) => StoryEvent<Actor>;
  readonly does: (before: Durable) => Durable;
}

export interface CrashRun {
  readonly story: Story<Actor>;
  readonly orders: number;
  readonly charges: number;
}

const nothing: Durable = { claim: 'none', orders: 0, charges: 0 };

/** The steps of a first attempt, by name: a crash can come after any of them, or before the first. */
export function stepNames(design: Design): readonly string[] {
  return stepsOf({ design, hasProcessorKey: true }, nothing).map(({ name }) => name);
}

/**
 * A purchase whose attempts are cut off: the n-th one is ended after so many of its steps, the one after the last is not. What had
 * not been committed is gone. An attempt that finds a claim in progress waits for the lease, then takes over.
 *
 * @param crashesAfter for each attempt that is ended, how many of its steps it had done
 */
export function purchaseThatCrashes(protection: Protection, crashesAfter: readonly number[]): CrashRun {
  const story: StoryEvent<Actor>[] = [];
  let durable = nothing;
  for (let attempt = 1; ; attempt += 1) {
    const steps = stepsOf(protection, durable);
    const crashAfter = crashesAfter[attempt - 1] ?? Number.POSITIVE_INFINITY;
    story.push({
      kind: 'message',
      from: 'browser',
      to: 'shop',
      label: `attempt ${attempt}`,
      text: `The browser sends attempt ${attempt}, with its key.`,
    });
    for (const step of steps.slice(0, crashAfter)) {
      durable = step.does(durable);
      story.push(step.tell(durable));
    }
    if (crashAfter > steps.length) return { story, orders: durable.orders, charges: durable.charges };
    story.push({
      kind: 'note',
      at: 'shop',
      label: 'killed',
      tone: 'bad',
      text: 'The shop is killed. What was committed stays, everything else is forgotten.',
    });
  }
}

function stepsOf({ design, hasProcessorKey }: Protection, found: Durable): Step[] {
  if (found.claim === 'completed') return [replay];
  const charge = chargeWith(hasProcessorKey);
  switch (design) {
    case 'record_last':
      return [order, charge, settle, reply];
    case 'claim_apart':
      return found.claim === 'none'
        ? [claim, order, charge, settle, reply]
        : [takeover, order, charge, settle, reply];
    case 'one_transaction':
      return found.claim === 'none'
        ? [claimAndOrder, charge, settle, reply]
        : [takeover, charge, settle, reply];
  }
}

const committed = (label: string, text: string): StoryEvent<Actor> => ({
  ...{ kind: 'message', from: 'shop', to: 'database', label, text },
});

const claim: Step = {
  name: 'the claim is committed',
  does: (before) => ({ ...before, claim: 'in_progress' }),
  tell: () => committed('claim', 'The claim is committed.'),
};

const order: Step = {
  name: 'the order is committed',
  does: (before) => ({ ...before, orders: before.orders + 1 }),
  tell: ({ orders }) => committed(`order ${orders}`, `Order number ${orders} is committed.`),
};

const claimAndOrder: Step = {
  name: 'claim and order are committed',
  does: (before) => ({ ...before, claim: 'in_progress', orders: before.orders + 1 }),
  tell: () => committed('claim + order', 'Claim and order are committed together.'),
};

const takeover: Step = {
  name: 'the claim is taken over',
  does: (before) => before,
  tell: () =>
    committed(
      'take over',
      'There is a claim in progress. Its lease runs out, and this attempt takes it over.',
    ),
};

const chargeWith = (hasProcessorKey: boolean): Step => ({
  name: 'the card is charged',
  does: (before) => ({ ...before, charges: hasProcessorKey ? 1 : before.charges + 1 }),
  tell: ({ charges }) => ({
    kind: 'message',
    from: 'shop',
    to: 'processor',
    label: 'charge',
    text: `The shop asks for the charge${
      hasProcessorKey ? ' with the purchase’s own key, however often it asks' : ''
    }. The processor holds ${plural(charges, 'charge')}.`,
  }),
});

const settle: Step = {
  name: 'outcome and answer are committed',
  does: (before) => ({ ...before, claim: 'completed' }),
  tell: () => committed('answer', 'The outcome and the answer of the key are committed.'),
};

const reply: Step = {
  name: 'the answer is sent',
  does: (before) => before,
  tell: () => ({
    ...{ kind: 'message', from: 'shop', to: 'browser', label: 'paid', text: 'The shop answers: paid.' },
  }),
};

const replay: Step = {
  name: 'the stored answer is sent',
  does: (before) => before,
  tell: () => ({
    ...{ kind: 'message', from: 'shop', to: 'browser', label: 'paid (replayed)' },
    text: 'The key is completed: the shop repeats the stored answer.',
  }),
};
