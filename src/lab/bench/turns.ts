/** One that takes part: its turn brings whatever is told of it. */
export interface TurnTaker<Turn> {
  readonly name: string;
  /** Brings what one turn needs, before its time is taken. */
  readonly prepare?: () => Promise<void>;
  readonly take: () => Promise<Turn>;
}

/**
 * Lets everybody have a turn in every round, one after the other, and the other way round in every second (A B C, C B A, ..): whatever else the
 * machine does, however it tires, and whatever a turn leaves to the next one, falls on all of them. Returns the turns of each by its name, in their order.
 */
export async function inTurns<Turn>(
  rounds: number,
  takers: readonly TurnTaker<Turn>[],
): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const turns = new Map<string, Turn[]>(takers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, prepare, take } of round % 2 === 0 ? takers : takers.toReversed()) {
      await prepare?.();
      turns.get(name)?.push(await take());
    }
  }
  return turns;
}
