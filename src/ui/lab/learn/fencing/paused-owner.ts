import type { Step, World } from '../interleaving';

/** An owner that is paused, the time that passes, and the owner that takes over. */
export type Actor = 'owner' | 'time' | 'successor';

/** Tokens as the claim's row holds them. */
export const tokens = { owner: 't-1', successor: 't-2' } as const;

type OwnerPhase = 'claim' | 'ask' | 'give_up' | 'read_again' | 'over';
type SuccessorPhase = 'take_over' | 'charge' | 'settle' | 'over';

export interface Takeover {
  readonly owner: OwnerPhase;
  readonly successor: SuccessorPhase;
  readonly isLeaseOver: boolean;
  /** Whose the claim is. */
  readonly token: string | null;
  /** What the claim's row answers from now on. */
  readonly answer: 'paid' | 'not charged' | null;
  readonly order: 'none' | 'pending' | 'paid' | 'cancelled';
  readonly charges: number;
  /** What callers have been told. */
  readonly told: readonly string[];
}

const start: Takeover = {
  owner: 'claim',
  successor: 'take_over',
  isLeaseOver: false,
  token: null,
  answer: null,
  order: 'none',
  charges: 0,
  told: [],
};

/**
 * The owner asks the processor, learns that nothing is charged, and says so; what it knows may be old by then. With fencing, its
 * last write asks for its token in the `WHERE`.
 */
export function pausedOwner(isFenced: boolean): World<Takeover, Actor> {
  return {
    actors: ['owner', 'time', 'successor'],
    start,
    next: (state, actor) => next(isFenced, state, actor),
  };
}

/** The shopper was charged, and the shop says otherwise. */
export function saysTheUntruth({ charges, order, told }: Takeover): boolean {
  return charges > 0 && (order !== 'paid' || told.includes('not charged'));
}

function next(isFenced: boolean, state: Takeover, actor: Actor): Step<Takeover> | null {
  if (actor === 'time') return state.token === null || state.isLeaseOver ? null : leaseRunsOut(state);
  return actor === 'owner' ? ownerGoesOn(isFenced, state) : successorGoesOn(state);
}

function leaseRunsOut(state: Takeover): Step<Takeover> {
  return {
    does: 'the lease runs out',
    saw: 'The lease runs out. The first owner is paused and notices nothing.',
    state: { ...state, isLeaseOver: true },
  };
}

function ownerGoesOn(isFenced: boolean, state: Takeover): Step<Takeover> | null {
  switch (state.owner) {
    case 'claim':
      return {
        does: 'claim the key',
        saw: `The first owner claims the key with token ${tokens.owner}. The order is pending.`,
        state: { ...state, owner: 'ask', token: tokens.owner, order: 'pending' },
      };
    case 'ask':
      if (state.charges > 0)
        return {
          does: 'ask the processor',
          saw: 'The first owner asks the processor, finds the charge, and leaves it to be settled.',
          state: { ...state, owner: 'over' },
        };
      return {
        does: 'ask the processor',
        saw: 'The first owner asks the processor: nothing is charged. True, at this moment.',
        state: { ...state, owner: 'give_up' },
      };
    case 'give_up':
      if (isFenced && state.token !== tokens.owner)
        return {
          does: 'write “not charged”',
          saw: `The first owner writes “not charged” where token = ${tokens.owner}: 0 rows. It is fenced.`,
          state: { ...state, owner: 'read_again' },
        };
      return {
        does: 'write “not charged”',
        saw: 'The first owner writes “not charged”, cancels the order and tells the shopper.',
        state: {
          ...state,
          owner: 'over',
          answer: 'not charged',
          order: 'cancelled',
          told: [...state.told, 'not charged'],
        },
      };
    case 'read_again':
      if (state.answer === null) return null;
      return {
        does: 'read the row again',
        saw: `The first owner reads the row again and answers what is there: ${state.answer}.`,
        state: { ...state, owner: 'over', told: [...state.told, state.answer] },
      };
    case 'over':
      return null;
  }
}

function successorGoesOn(state: Takeover): Step<Takeover> | null {
  switch (state.successor) {
    case 'take_over':
      if (!state.isLeaseOver) return null;
      if (state.answer !== null)
        return {
          does: 'take over',
          saw: `The second owner finds a stored answer and repeats it: ${state.answer}.`,
          state: { ...state, successor: 'over', told: [...state.told, state.answer] },
        };
      return {
        does: 'take over',
        saw: `The second owner takes the claim over with token ${tokens.successor}.`,
        state: { ...state, successor: 'charge', token: tokens.successor },
      };
    case 'charge':
      return {
        does: 'charge the card',
        saw: 'The second owner charges the card.',
        state: { ...state, successor: 'settle', charges: state.charges + 1 },
      };
    case 'settle':
      return {
        does: 'settle: paid',
        saw: 'The second owner stores the fact: captured. The order is paid, and the shopper is told.',
        state: { ...state, successor: 'over', answer: 'paid', order: 'paid', told: [...state.told, 'paid'] },
      };
    case 'over':
      return null;
  }
}
