import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult } from 'cockatiel';

/** So many calls in a row without an answer, and the processor is taken for dead. */
const failuresInARow = 5;

/**
 * The circuit breaker around the processor. Closed: everybody calls. Open: nothing new is begun, so that nobody's payment ends in
 * doubt while the processor is dead. After its rest the one new payment that asks first is the probe: its answer closes the
 * breaker, and without one the rest begins again. What has been claimed already always calls, at most once an attempt, and counts too.
 */
export class Breaker<Answer> {
  readonly #circuit;
  #openedAtMs = 0;
  /** The new payment that was let in to try the processor. */
  #probe: string | undefined;

  /**
   * @param restMs how long the processor is left in peace; 0 switches the breaker off
   * @param isMissing whether a call has come to nothing: no connection, no answer in time, a 5xx. A decline is an answer.
   */
  constructor(
    private readonly restMs: number,
    isMissing: (answer: Answer) => boolean,
  ) {
    this.#circuit = circuitBreaker(
      // The library leaves the type of what is returned open; only calls of `run` come here.
      handleWhenResult((answer) => isMissing(answer as Answer)),
      { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failuresInARow) },
    );
    this.#circuit.onBreak(() => {
      this.#openedAtMs = Date.now();
    });
  }

  /** Makes a call, whatever the state is. */
  run(call: () => Promise<Answer>): Promise<Answer> {
    const isForAll = this.#circuit.state === CircuitState.Closed;
    const isProbe = this.#circuit.state === CircuitState.Open && this.restLeftMs === 0;
    return this.restMs > 0 && (isForAll || isProbe) ? this.#circuit.execute(call) : call();
  }

  /** Asks for a new payment. False: it must not be begun. Whoever was let in says `leave` when it has ended, however. */
  enter(payment: string): boolean {
    if (this.restMs === 0 || this.#circuit.state === CircuitState.Closed) return true;
    if (this.#circuit.state === CircuitState.HalfOpen || this.restLeftMs > 0) return false;
    this.#probe ??= payment;
    return this.#probe === payment;
  }

  leave(payment: string): void {
    if (this.#probe === payment) this.#probe = undefined;
  }

  /** How long the processor will still be left in peace, in milliseconds. */
  get restLeftMs(): number {
    if (this.#circuit.state !== CircuitState.Open) return 0;
    return Math.max(0, this.#openedAtMs + this.restMs - Date.now());
  }
}
