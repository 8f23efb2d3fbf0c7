import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs, decide, type FailureKind, RetryBudget, type RetryPolicy, retrying } from './index';
import { VirtualClock } from './testing/virtual-clock';

const anyRandom = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

const anyPolicy: fc.Arbitrary<RetryPolicy> = fc
  .record({
    maxAttempts: fc.integer({ min: 1, max: 8 }),
    attemptTimeoutMs: fc.integer({ min: 1, max: 20_000 }),
    overallTimeoutMs: fc.integer({ min: 1, max: 120_000 }),
    baseMs: fc.integer({ min: 1, max: 5_000 }),
    growth: fc.integer({ min: 1, max: 60 }),
    jitter: fc.constantFrom('full', 'equal', 'decorrelated', 'none'),
    retryAfterCapMs: fc.integer({ min: 0, max: 60_000 }),
    isSafeToRepeat: fc.boolean(),
    isRead: fc.boolean(),
  })
  .map(({ growth, ...policy }) => ({ ...policy, name: 'any', capMs: policy.baseMs * growth }));

const anyKind = fc.constantFrom<FailureKind>('not_sent', 'lost', 'busy', 'refused', 'broken');
const anyHint = fc.option(fc.oneof(fc.double(), fc.integer({ min: 0, max: 120_000 })), { nil: undefined });
const anyAttempt = fc.integer({ min: 1, max: 200 });

describe('any policy', () => {
  it('waits within the bounds of its jitter, however many attempts there were', () => {
    fc.assert(
      fc.property(anyPolicy, anyAttempt, anyRandom, anyRandom, (policy, attempt, random, before) => {
        const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
        const previousMs = policy.baseMs + before * (policy.capMs - policy.baseMs);
        const [least, most] = {
          none: [ceiling, ceiling],
          full: [0, ceiling],
          equal: [ceiling / 2, ceiling],
          decorrelated: [policy.baseMs, Math.min(policy.capMs, 3 * previousMs)],
        }[policy.jitter];
        const delayMs = backoffMs(policy, attempt, random, previousMs);
        expect(delayMs).toBeGreaterThanOrEqual(least ?? 0);
        expect(delayMs).toBeLessThanOrEqual(most ?? 0);
      }),
    );
  });

  it('waits no less than a server asks, up to the cap, and never less for being asked for more', () => {
    fc.assert(
      fc.property(anyPolicy, anyRandom, fc.tuple(anyHint, anyHint), (policy, random, hints) => {
        const patient = { ...policy, maxAttempts: 2, overallTimeoutMs: Number.MAX_SAFE_INTEGER };
        const [shorter, longer] = hints
          .map((retryAfterMs) => {
            const failure = { kind: 'busy', retryAfterMs } as const;
            const decision = decide(patient, { attempt: 1, failure, elapsedMs: 0, random });
            if (decision.kind === 'stop') throw new Error(decision.why);
            const capped = Math.min(retryAfterMs ?? 0, policy.retryAfterCapMs);
            if (capped > 0) expect(decision.delayMs).toBeGreaterThanOrEqual(Math.floor(capped));
            expect(decision.delayMs).toBeLessThanOrEqual(
              Math.ceil(Math.max(policy.capMs, 1.5 * policy.retryAfterCapMs)),
            );
            return { hint: Math.max(0, capped || 0), delayMs: decision.delayMs };
          })
          .sort((a, b) => a.hint - b.hint);
        expect(shorter?.delayMs).toBeLessThanOrEqual(longer?.delayMs ?? 0);
      }),
    );
  });

  it('makes no attempt too many, none past the deadline, and none that is not safe, whatever happens to them', async () => {
    const anyTrouble = fc.array(
      fc.record({ kind: anyKind, afterMs: fc.integer({ min: 0, max: 30_000 }), retryAfterMs: anyHint }),
      { minLength: 8, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(anyPolicy, anyTrouble, anyRandom, async (policy, troubles, random) => {
        const clock = new VirtualClock();
        const startedAt: number[] = [];
        const failures: string[] = [];
        const call = async ({ number, signal }: { number: number; signal: AbortSignal }) => {
          startedAt.push(clock.now());
          await clock.sleep(troubles[number - 1]?.afterMs ?? 0, signal);
          throw troubles[number - 1];
        };
        const work = retrying(policy, call, {
          clock,
          random: () => random,
          failureOf: () => troubles[startedAt.length - 1] ?? { kind: 'refused' },
          observe: ({ failure, decision }) => {
            if (decision.kind === 'again') failures.push(failure.kind);
          },
        });
        await clock.finish(work).catch(() => undefined);
        expect(startedAt.length).toBeLessThanOrEqual(policy.maxAttempts);
        expect(clock.now()).toBeLessThanOrEqual(policy.overallTimeoutMs);
        expect(failures).not.toContain('refused');
        if (!policy.isSafeToRepeat) {
          expect(failures).not.toContain('lost');
          expect(failures).not.toContain('broken');
        }
      }),
    );
  });
});

describe('any traffic', () => {
  const anyStep = fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 70_000 })),
    originals: fc.integer({ min: 0, max: 40 }),
    repeats: fc.integer({ min: 0, max: 12 }),
  });

  it('is never repeated above ratio and floor in the minute before a repeat, and refused only at that bound', () => {
    const anyLimits = fc.record({
      ratio: fc.constantFrom(0, 0.05, 0.1, 0.2, 1),
      floorPerMinute: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(anyLimits, fc.array(anyStep, { maxLength: 60 }), (limits, steps) => {
        let nowMs = 0;
        const budget = new RetryBudget(limits, { now: () => nowMs });
        const originals: number[] = [];
        const repeats: number[] = [];
        const within = (moments: number[], ms: number) => moments.filter((atMs) => atMs > nowMs - ms).length;
        for (const step of steps) {
          nowMs += step.afterMs;
          for (let made = 0; made < step.originals; made += 1) {
            budget.deposit();
            originals.push(nowMs);
          }
          for (let asked = 0; asked < step.repeats; asked += 1) {
            const isPaid = budget.spend();
            if (isPaid) repeats.push(nowMs);
            // Seconds are counted whole: a refusal may be early by the one at either edge.
            const [repeatsWithinMs, originalsWithinMs] = isPaid ? [60_000, 60_000] : [61_000, 59_000];
            const bound = limits.floorPerMinute + limits.ratio * within(originals, originalsWithinMs);
            if (isPaid) expect(within(repeats, repeatsWithinMs)).toBeLessThanOrEqual(bound + 1e-6);
            else expect(within(repeats, repeatsWithinMs) + 1).toBeGreaterThan(bound - 1e-6);
          }
        }
      }),
    );
  });
});
