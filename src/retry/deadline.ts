import type { Clock } from './clock';

/**
 * Until when somebody waits. It is handed down to everything that is done for them, and over the wire as the time that is
 * left (`X-Timeout-Ms`), never as a moment: two clocks never agree.
 */
export class Deadline {
  readonly #endsAtMs: number;

  /** @param timeoutMs from now */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    timeoutMs: number,
  ) {
    this.#endsAtMs = clock.now() + timeoutMs;
  }

  /** What a caller said it will still wait, counted from now; undefined when it said nothing that makes sense. */
  static fromHeader(clock: Pick<Clock, 'now'>, header: string | null): Deadline | undefined {
    const timeoutMs = readTimeoutMs(header);
    return timeoutMs === undefined ? undefined : new Deadline(clock, timeoutMs);
  }

  /** Milliseconds, never below 0. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAtMs - this.clock.now());
  }

  get isOver(): boolean {
    return this.remainingMs === 0;
  }

  /** A deadline for a part of the work: its own limit, or what is left. */
  within(limitMs: number): Deadline {
    return new Deadline(this.clock, Math.min(limitMs, this.remainingMs));
  }

  /** The value of `X-Timeout-Ms`: whole milliseconds, rounded down, so that nobody believes in more than there is. */
  toHeader(): string {
    return String(Math.floor(this.remainingMs));
  }
}

const longestTimeoutMs = 3_600_000;

/** Reads `X-Timeout-Ms`, in milliseconds. A hint that makes no sense, or is longer than an hour, is no hint. */
export function readTimeoutMs(header: string | null | undefined): number | undefined {
  if (!header || !/^\d{1,9}$/.test(header)) return undefined;
  const timeoutMs = Number(header);
  return timeoutMs <= longestTimeoutMs ? timeoutMs : undefined;
}
