import fc from 'fast-check';
import type { Fate } from './actor';

/** Who takes part. `wire` is what is still on its way, or left behind. */
export type Who =
  | 'first'
  | 'second'
  | 'third'
  | 'webhook'
  | 'worker'
  | 'closer'
  | 'reaper'
  | 'supplier'
  | 'wire';

/** The steps at which it matters most who stands still, and what is lost. */
export type Place = 'read' | 'claim' | 'takeover' | 'call' | 'answer' | 'fact' | 'doubt' | 'commit';

/** One line of the schedule. One that makes no sense when its turn comes is passed over. */
export type Turn =
  | { readonly who: Who; readonly goesOnBy: number }
  /** Stops before its next step of that kind. */
  | { readonly who: Who; readonly goesOnTo: Place }
  /** The same, and then that step and the next ones have this fate. Null: its very next step. */
  | {
      readonly who: Who;
      readonly at: Place | null;
      readonly meets: Exclude<Fate, 'done'>;
      readonly times: number;
    }
  /** All attempts and the worker, in step. */
  | { readonly togetherBy: number }
  | { readonly who: Who; readonly ends: 'waiting' | 'living' }
  | { readonly passes: 'lease' | 'giveUpAge' | 'retention' };

export interface AttemptPlan {
  readonly n: 1 | 2;
  readonly isRepeat: boolean;
  /** How long its caller waits. Null: to the end. */
  readonly waitMs: number | null;
  /** Whether it comes to the process of the first attempt, or to one of its own. */
  readonly isInFirstProcess: boolean;
}

export interface Scenario {
  readonly kind: 'keyed' | 'unkeyed' | 'local';
  readonly isCardGood: boolean;
  readonly giveUp: 'blocks' | 'looks';
  readonly pieces: 0 | 1;
  readonly attempts: readonly AttemptPlan[];
  readonly turns: readonly Turn[];
  /** Who stands still after the last turn, until the others have ended. */
  readonly lingers: Who | null;
}

/** Chosen by weight; a failing schedule is made simpler towards the first. */
function weighted<const T>(...choices: readonly (readonly [value: T, weight: number])[]): fc.Arbitrary<T> {
  const [first, ...others] = choices.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) }));
  if (!first) throw new Error('nothing to choose from');
  return fc.oneof({ withCrossShrink: true }, first, ...others);
}

const attempt: fc.Arbitrary<AttemptPlan> = fc.record({
  n: weighted([1, 8], [2, 1]),
  isRepeat: weighted([false, 2], [true, 1]),
  waitMs: weighted([null, 6], [500, 1]),
  isInFirstProcess: weighted([false, 4], [true, 1]),
});

const who: fc.Arbitrary<Who> = weighted(
  ['first', 8],
  ['second', 8],
  ['third', 4],
  ['webhook', 3],
  ['worker', 3],
  ['closer', 1],
  ['reaper', 1],
  ['supplier', 1],
  ['wire', 3],
);

/** Long turns as well as short ones: a race needs one that stands still while another goes all the way. */
const goesOnBy = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 7 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8, max: 20 }) },
);

const place = weighted<Place>(
  ['commit', 3],
  ['call', 3],
  ['answer', 2],
  ['fact', 2],
  ['takeover', 2],
  ['claim', 1],
  ['doubt', 1],
  ['read', 3],
);

const at = fc.oneof(
  { withCrossShrink: true },
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: place },
);

const meets = weighted(['call_late', 3], ['answer_lost', 3], ['call_lost', 1]);

/** Once, or for longer than the engine tries again. */
const times = weighted([1, 5], [12, 1]);

const ends = weighted(['waiting', 1], ['living', 1]);

const passes = weighted(['lease', 5], ['giveUpAge', 4], ['retention', 1]);

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.record({ who, goesOnBy }) },
  { weight: 5, arbitrary: fc.record({ who, goesOnTo: place }) },
  { weight: 2, arbitrary: fc.record({ togetherBy: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 6, arbitrary: fc.record({ who, at, meets, times }) },
  { weight: 2, arbitrary: fc.record({ who, ends }) },
  { weight: 4, arbitrary: fc.record({ passes }) },
);

/** Everything that a play depends on. */
export function scenarios(kind: Scenario['kind']): fc.Arbitrary<Scenario> {
  return fc.record({
    kind: fc.constant(kind),
    isCardGood: weighted([true, 5], [false, 1]),
    giveUp: kind === 'unkeyed' ? fc.constant('looks') : weighted(['blocks', 1], ['looks', 2]),
    pieces: weighted([1, 7], [0, 1]),
    attempts: fc
      .tuple(attempt, attempt, fc.option(attempt, { freq: 3 }))
      .map((plans) => plans.filter((plan) => plan !== null)),
    turns: fc.array(turn, { maxLength: 50, size: 'max' }),
    lingers:
      kind === 'unkeyed'
        ? fc.constant(null)
        : weighted<Who | null>([null, 2], ['first', 2], ['second', 2], ['wire', 1]),
  });
}

const plain = { n: 1, isRepeat: false, waitMs: null, isInFirstProcess: false } as const;

const simple: Omit<Scenario, 'kind' | 'turns'> = {
  isCardGood: true,
  giveUp: 'blocks',
  pieces: 1,
  attempts: [plain, plain],
  lingers: null,
};

/** Schedules that have shown a fault of the engine once, and are played first ever since. */
export const failedOnce: readonly Scenario[] = [
  // A refusal that was stored, and whose storing was told as an error.
  {
    ...simple,
    kind: 'keyed',
    pieces: 0,
    turns: [
      { who: 'first', goesOnBy: 6 },
      { who: 'first', at: 'claim', meets: 'answer_lost', times: 1 },
    ],
  },
  // An operation of one transaction that was done, and then told as an error because its answer could not be read.
  {
    ...simple,
    kind: 'local',
    turns: [
      { who: 'first', goesOnBy: 9 },
      { who: 'first', at: null, meets: 'answer_lost', times: 1 },
    ],
  },
];
