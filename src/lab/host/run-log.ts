/** Everything that was told of one run, for whoever listens from the beginning. */
export class RunLog<Event> {
  readonly events: Event[] = [];
  readonly #listeners = new Set<(event: Event | null) => void>();
  #isOver = false;

  constructor(
    readonly id: string,
    readonly scenario: string,
    readonly seed: number,
  ) {}

  add(event: Event): void {
    this.events.push(event);
    for (const listener of this.#listeners) listener(event);
  }

  /** Nothing more will be told. */
  end(): void {
    this.#isOver = true;
    for (const listener of this.#listeners) listener(null);
    this.#listeners.clear();
  }

  /** Tells every event, from the first one, and null at the end. Returns the function that ends the listening. */
  listen(listener: (event: Event | null) => void): () => void {
    for (const event of this.events) listener(event);
    if (this.#isOver) listener(null);
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
