/**
 * One drive a key in one process. A duplicate `INSERT .. ON CONFLICT DO NOTHING` blocks until the first transaction
 * ends and holds a connection meanwhile, so twenty taps would drain a pool of ten: here the other nineteen wait in memory.
 */
export interface Flight<T> {
  readonly fingerprint: string;
  /** Resolves when the flight has seen the key's row committed, or has landed. Never rejects. */
  readonly rowSeen: Promise<void>;
  /** What the flight ends in. */
  readonly outcome: Promise<T>;
  /** Resolves when it has ended, however. Never rejects. */
  readonly landed: Promise<void>;
}

export class Flights<T> {
  readonly #byKey = new Map<string, Flight<T>>();

  get(key: string): Flight<T> | undefined {
    return this.#byKey.get(key);
  }

  /** Starts a flight. The caller has seen that none is under way with this key. */
  start(key: string, fingerprint: string, drive: (sawRow: () => void) => Promise<T>): Flight<T> {
    let sawRow = (): void => {};
    const rowSeen = new Promise<void>((resolve) => {
      sawRow = resolve;
    });
    const outcome = drive(sawRow).finally(() => {
      this.#byKey.delete(key);
      sawRow();
    });
    const landed = outcome.then(
      () => undefined,
      () => undefined,
    );
    const flight = { fingerprint, rowSeen, outcome, landed };
    this.#byKey.set(key, flight);
    return flight;
  }
}
