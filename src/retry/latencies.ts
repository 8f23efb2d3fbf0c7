/** How long the last calls took: what "slow" means here, learned from what is usual. */
export class RecentLatencies {
  readonly #latenciesMs: number[] = [];
  #next = 0;

  /** @param size how many are remembered; older ones are forgotten */
  constructor(private readonly size = 100) {}

  record(latencyMs: number): void {
    this.#latenciesMs[this.#next] = latencyMs;
    this.#next = (this.#next + 1) % this.size;
  }

  /**
   * The latency that this part of the calls did not exceed (nearest rank), in milliseconds; undefined while there are too few
   * for one to lie above it: 20 for 0.95.
   */
  percentileMs(part: number): number | undefined {
    const sorted = this.#latenciesMs.toSorted((a, b) => a - b);
    if (sorted.length * (1 - part) < 1 - 1e-9) return undefined;
    return sorted[Math.ceil(sorted.length * part - 1e-9) - 1];
  }
}
