import { afford, type RetryBudget } from './budget';
import { type Decision, decide } from './decide';
import type { Failure } from './failure';
import type { RetryPolicy } from './policy';

/** The two questions that React Query asks after a failure. */
export interface ReactQueryRetry {
  readonly retry: (failureCount: number, error: Error) => boolean;
  readonly retryDelay: (failureCount: number, error: Error) => number;
}

/**
 * Answers React Query's questions by a policy. It asks for the wait first and only then whether to try again, so one failure
 * gets one decision: drawn once, paid once.
 *
 * @param elapsedMs since the first attempt's start. React Query does not tell it for queries: without it, attempts and their
 * timeouts are the only bound
 */
export function forReactQuery(
  policy: RetryPolicy,
  {
    failureOf,
    random,
    budget,
    elapsedMs = () => 0,
  }: {
    readonly failureOf: (error: Error) => Failure;
    readonly random: () => number;
    readonly budget?: RetryBudget | undefined;
    readonly elapsedMs?: (() => number) | undefined;
  },
): ReactQueryRetry {
  const decided = new WeakMap<Error, { readonly attempt: number; readonly decision: Decision }>();
  const decisionOn = (failureCount: number, error: Error): Decision => {
    const attempt = failureCount + 1;
    const known = decided.get(error);
    if (known?.attempt === attempt) return known.decision;
    const failure = failureOf(error);
    const situation = { attempt, failure, elapsedMs: elapsedMs(), random: random() };
    const decision = afford(decide(policy, situation), failure, budget);
    decided.set(error, { attempt, decision });
    return decision;
  };
  return {
    retry: (failureCount, error) => decisionOn(failureCount, error).kind === 'again',
    retryDelay: (failureCount, error) => {
      const decision = decisionOn(failureCount, error);
      return decision.kind === 'again' ? decision.delayMs : 0;
    },
  };
}
