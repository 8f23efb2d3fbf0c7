/** What a number of callers came to, each of which calls again as soon as it was answered (closed loop). */
export interface Steady<Ending> {
  /** Everything that was done, also before the time and after it. */
  readonly all: readonly Ending[];
  /** What ended within the time. */
  readonly counted: readonly Ending[];
  readonly perSecond: number;
}

/** Each caller has been answered so often at least, on average, before the time may be over: fewer would be a matter of luck. */
const leastEach = 2;
/** However slow it is, it takes no longer than so many times as long. */
const longest = 5;

/**
 * Keeps so many callers busy for so long, or for longer where it is slow. The time begins when each has been answered once, so that
 * neither the beginning, when nobody is far, nor the end is counted. Rejects with the first call that does.
 *
 * @param call is told which caller it is, from 0
 */
export async function keepBusy<Ending extends { readonly endedAt: number }>(
  call: (caller: number) => Promise<Ending>,
  together: number,
  forMs: number,
): Promise<Steady<Ending>> {
  const before: Ending[] = [];
  const counted: Ending[] = [];
  const after: Ending[] = [];
  let startedAt: number | undefined;
  const isOver = (): boolean => {
    if (startedAt === undefined) return false;
    const passedMs = performance.now() - startedAt;
    return passedMs >= longest * forMs || (passedMs >= forMs && counted.length >= leastEach * together);
  };
  const answered = new Set<number>();
  const keepCalling = async (caller: number): Promise<void> => {
    while (!isOver()) {
      const ending = await call(caller);
      if (startedAt === undefined) before.push(ending);
      else (isOver() ? after : counted).push(ending);
      answered.add(caller);
      if (answered.size === together) startedAt ??= ending.endedAt;
    }
  };
  await Promise.all(Array.from({ length: together }, (_, caller) => keepCalling(caller)));
  const lastAt = counted.at(-1)?.endedAt ?? Number.NaN;
  return {
    all: [...before, ...counted, ...after],
    counted,
    // Until the last one and not until the time is over: of few and slow ones the rest would be a matter of luck.
    perSecond: counted.length === 0 ? 0 : (counted.length * 1_000) / (lastAt - (startedAt ?? lastAt)),
  };
}
