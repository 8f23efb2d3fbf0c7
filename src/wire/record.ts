import type { Exchange, Signalled, WireEvent } from './exchange';

/** How many exchanges are kept. */
const capacity = 20_000;

type Beginning = Omit<Exchange, 'id' | 'sentAt'>;

/** Unix time in milliseconds, with fractions, on a clock that does not jump. */
export function timestamp(): number {
  return performance.timeOrigin + performance.now();
}

/** What crossed the wire, in the order in which it was sent. */
export class WireRecord {
  readonly #exchanges: Exchange[] = [];
  readonly #listeners = new Set<(event: WireEvent) => void>();
  #lastId = 0;

  begin(beginning: Beginning): Exchange {
    this.#lastId += 1;
    const exchange: Exchange = { ...beginning, id: this.#lastId, sentAt: timestamp() };
    this.#exchanges.push(exchange);
    if (this.#exchanges.length >= 2 * capacity) this.#exchanges.splice(0, capacity);
    this.#tell({ type: 'began', exchange });
    return exchange;
  }

  /** Says how it ended; only the first word counts. */
  end(exchange: Exchange, outcome: NonNullable<Exchange['outcome']>): void {
    if (exchange.endedAt !== undefined) return;
    exchange.endedAt = timestamp();
    exchange.outcome = outcome;
    this.#tell({ type: 'ended', exchange });
  }

  /** Says that a process was hit. */
  tellSignal(signalled: Omit<Signalled, 'at'>): void {
    this.#tell({ type: 'signalled', signalled: { ...signalled, at: timestamp() } });
  }

  after(id: number): Exchange[] {
    return this.#exchanges.filter((exchange) => exchange.id > id).slice(-capacity);
  }

  /** Returns the function that ends the listening. */
  listen(listener: (event: WireEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(event: WireEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
