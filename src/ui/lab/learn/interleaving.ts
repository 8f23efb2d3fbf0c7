/**
 * A small world in which several actors do one indivisible step at a time, in any order: what a race is, without a clock.
 * Everything that a figure shows of a race, and everything that is counted of it, is computed from such a world.
 */
export interface World<State, Actor extends string> {
  readonly actors: readonly Actor[];
  readonly start: State;
  /** What the actor does next; null when it has finished, or has to wait for somebody else. */
  readonly next: (state: State, actor: Actor) => Step<State> | null;
}

export interface Step<State> {
  /** What is about to be done, for the button that does it. */
  readonly does: string;
  /** What came of it, for the log. */
  readonly saw: string;
  readonly state: State;
}

export interface Moment<State, Actor extends string> {
  readonly actor: Actor;
  readonly text: string;
  readonly state: State;
}

export type Run<State, Actor extends string> = readonly Moment<State, Actor>[];

/** Lets the actors go on in this order. Turns of an actor that cannot go on are passed over. */
export function play<State, Actor extends string>(
  world: World<State, Actor>,
  order: readonly Actor[],
): Run<State, Actor> {
  const run: Moment<State, Actor>[] = [];
  let state = world.start;
  for (const actor of order) {
    const step = world.next(state, actor);
    if (step === null) continue;
    state = step.state;
    run.push({ actor, text: step.saw, state });
  }
  return run;
}

/** Every complete run: each ends where nobody can go on. */
export function* everyRun<State, Actor extends string>(
  world: World<State, Actor>,
  state: State = world.start,
  before: Run<State, Actor> = [],
): Generator<Run<State, Actor>> {
  let isOver = true;
  for (const actor of world.actors) {
    const step = world.next(state, actor);
    if (step === null) continue;
    isOver = false;
    yield* everyRun(world, step.state, [...before, { actor, text: step.saw, state: step.state }]);
  }
  if (isOver) yield before;
}

/** How many of the complete runs there are, and how many of them end badly. */
export function countRuns<State, Actor extends string>(
  world: World<State, Actor>,
  isBad: (end: State) => boolean,
): { readonly all: number; readonly bad: number } {
  let all = 0;
  let bad = 0;
  for (const run of everyRun(world)) {
    all += 1;
    if (isBad(run.at(-1)?.state ?? world.start)) bad += 1;
  }
  return { all, bad };
}
