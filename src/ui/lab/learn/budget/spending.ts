import { type BudgetLimits, type RetryPolicy, read } from '@/retry';
import { arrivalsOf } from '../outage';

export interface Spending {
  /** For each second from the moment 0 on. */
  readonly perSecond: readonly { readonly originals: number; readonly repeats: number }[];
  readonly requests: number;
}

/** One process makes so many calls, evenly within ten seconds. */
export const calls = 1_000;
const arriveWithinMs = 10_000;

/** What reaches a server that fails for so long; null: nothing limits the repeats. */
export function spendingOf(
  failsForMs: number,
  limits: BudgetLimits | null,
  seed: string,
  policy: RetryPolicy = read,
): Spending {
  const { requests } = arrivalsOf({
    ...{ seed, policy, failsForMs, callers: calls, arriveWithinMs },
    ...{ latencyMs: 20, failsBy: 'refuses', sharedBudget: limits },
  });
  const lastMs = Math.max(arriveWithinMs - 1, requests.at(-1)?.atMs ?? 0);
  const perSecond = Array.from({ length: Math.floor(lastMs / 1_000) + 1 }, (_, second) => {
    const within = requests.filter(({ atMs }) => Math.floor(atMs / 1_000) === second);
    const originals = within.filter(({ attempt }) => attempt === 1).length;
    return { originals, repeats: within.length - originals };
  });
  return { perSecond, requests: requests.length };
}
