import type { RetryBudget } from './budget';
import type { Clock } from './clock';
import type { RecentLatencies } from './latencies';
import type { RetryPolicy } from './policy';

export type HedgeDecision =
  | { readonly kind: 'after'; readonly delayMs: number }
  | { readonly kind: 'never'; readonly why: 'not_a_read' | 'too_few_latencies' | 'later_than_timeout' };

/** A copy is sent when the original takes longer than this part of the recent ones (Dean and Barroso, "The Tail at Scale"). */
const slowerThan = 0.95;

/**
 * Whether a second copy may be sent, and after which wait. Pure. Never of what changes something, key or no key.
 *
 * @param p95Ms of the recent latencies; undefined while there are too few of them
 */
export function decideHedge(policy: RetryPolicy, p95Ms: number | undefined): HedgeDecision {
  if (!policy.isRead) return { kind: 'never', why: 'not_a_read' };
  if (p95Ms === undefined) return { kind: 'never', why: 'too_few_latencies' };
  if (p95Ms >= policy.attemptTimeoutMs) return { kind: 'never', why: 'later_than_timeout' };
  return { kind: 'after', delayMs: p95Ms };
}

export interface HedgeTools {
  readonly clock: Clock;
  readonly latencies: RecentLatencies;
  /** Pays for the copies. Originals are counted by whoever sends them: `retrying` does. */
  readonly budget: RetryBudget;
  readonly signal?: AbortSignal | undefined;
}

/** Why a copy was cancelled: the other one was faster. */
class Outrun extends Error {
  override readonly name = 'Outrun';
}

/**
 * A read, with a second copy when the first is slow. Resolves with the first success, and cancels the slower copy through its
 * signal. Rejects with the original's error when all that was sent has failed.
 */
export async function hedged<T>(
  policy: RetryPolicy,
  call: (signal: AbortSignal) => Promise<T>,
  { clock, latencies, budget, signal }: HedgeTools,
): Promise<T> {
  const decision = decideHedge(policy, latencies.percentileMs(slowerThan));
  const original = send(call, clock, latencies, signal);
  if (decision.kind === 'never') return original.answer;
  const isSlow = await isSlowerThan(decision.delayMs, original.answer, clock);
  if (!isSlow || signal?.aborted || !budget.spend()) return original.answer;
  const copy = send(call, clock, latencies, signal);
  try {
    return await Promise.any([original.answer, copy.answer]);
  } catch {
    return await original.answer;
  } finally {
    original.cancel();
    copy.cancel();
  }
}

/** Whether something takes longer than so many milliseconds, whatever becomes of it. */
async function isSlowerThan(ms: number, answer: Promise<unknown>, clock: Clock): Promise<boolean> {
  const answered = new AbortController();
  const fast = (): boolean => false;
  const slow = clock.sleep(ms, answered.signal).then(() => true, fast);
  const isSlow = await Promise.race([slow, answer.then(fast, fast)]);
  answered.abort();
  return isSlow;
}

/** Sends one copy. Failures say nothing about latency; a copy that was outrun has taken at least as long as until then. */
function send<T>(
  call: (signal: AbortSignal) => Promise<T>,
  clock: Clock,
  latencies: RecentLatencies,
  caller: AbortSignal | undefined,
) {
  const startedAtMs = clock.now();
  const ending = new AbortController();
  let isOver = false;
  const end = (hasLatency: boolean): void => {
    if (!isOver && hasLatency) latencies.record(clock.now() - startedAtMs);
    isOver = true;
  };
  const answer = (async () => call(caller ? AbortSignal.any([caller, ending.signal]) : ending.signal))();
  answer.then(
    () => end(true),
    () => end(false),
  );
  return {
    answer,
    cancel: (): void => {
      end(true);
      ending.abort(new Outrun('The other copy was faster.'));
    },
  };
}
