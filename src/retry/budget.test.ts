import { describe, expect, it } from 'vitest';
import { afford, RetryBudget, retryLimits, sheddingLimits } from './index';
import { VirtualClock } from './testing/virtual-clock';

function open(limits = retryLimits) {
  const clock = new VirtualClock();
  const budget = new RetryBudget(limits, clock);
  const spendAll = (): number => {
    let spent = 0;
    while (budget.spend()) spent += 1;
    return spent;
  };
  const depositMany = (count: number): void => {
    for (let made = 0; made < count; made += 1) budget.deposit();
  };
  return { clock, budget, spendAll, depositMany };
}

describe('RetryBudget', () => {
  it('lets those retry who have no traffic: ten times a minute', async () => {
    const { clock, budget, spendAll } = open();
    expect(spendAll()).toBe(10);
    await clock.run(60_000);
    expect(budget.spend()).toBe(false);
    await clock.run(61_000);
    expect(spendAll()).toBe(10);
  });

  it('pays for one more repeat with every tenth original', () => {
    const { budget, spendAll, depositMany } = open();
    spendAll();
    depositMany(9);
    expect(budget.spend()).toBe(false);
    depositMany(1);
    expect([budget.spend(), budget.spend()]).toEqual([true, false]);
    depositMany(1_000);
    expect(spendAll()).toBe(100);
  });

  it('saves nothing up: traffic counts for a minute', async () => {
    const { clock, budget, depositMany } = open();
    depositMany(1_000);
    await clock.run(59_999);
    expect(budget.balance).toBe(110);
    await clock.run(60_000);
    expect(budget.balance).toBe(10);
    await clock.run(3_600_000);
    expect(budget.balance).toBe(10);
  });

  it('remembers a repeat for a minute, also when the traffic that paid for it is forgotten first', async () => {
    const { clock, budget, spendAll, depositMany } = open();
    depositMany(1_000);
    await clock.run(30_000);
    expect(spendAll()).toBe(110);
    await clock.run(60_000);
    expect(budget.balance).toBe(-100);
    await clock.run(91_000);
    expect(budget.balance).toBe(10);
  });

  it('takes nothing for a repeat that it does not pay', () => {
    const { budget, spendAll } = open();
    spendAll();
    const before = budget.balance;
    expect(budget.spend()).toBe(false);
    expect(budget.balance).toBe(before);
  });

  it('is the same bucket with other numbers where a server turns repeats away', () => {
    const { spendAll, depositMany } = open(sheddingLimits);
    depositMany(1_000);
    expect(spendAll()).toBe(60 + 200);
  });

  it('goes on when its clock starts below zero, stands still or goes back', () => {
    let nowMs = -5_500;
    const budget = new RetryBudget(retryLimits, { now: () => nowMs });
    expect(budget.spend()).toBe(true);
    nowMs = 200;
    expect(budget.balance).toBe(9);
    nowMs = -90_000;
    expect(budget.balance).toBe(9);
  });
});

describe('afford', () => {
  const again = { kind: 'again', delayMs: 5 } as const;

  it('stops what the budget does not pay for', () => {
    const { budget, spendAll } = open();
    expect(afford(again, { kind: 'lost' }, budget)).toBe(again);
    spendAll();
    expect(afford(again, { kind: 'lost' }, budget)).toEqual({ kind: 'stop', why: 'budget' });
  });

  it('takes nothing for what is free, nor for stopping', () => {
    const { budget } = open();
    const stop = { kind: 'stop', why: 'deadline' } as const;
    expect(afford(again, { kind: 'busy', isFree: true }, budget)).toBe(again);
    expect(afford(stop, { kind: 'lost' }, budget)).toBe(stop);
    expect(budget.balance).toBe(10);
  });

  it('lets everything through where there is no budget', () => {
    expect(afford(again, { kind: 'lost' }, undefined)).toBe(again);
  });
});
