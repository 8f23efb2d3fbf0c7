import { expect, it } from 'vitest';
import { heldIn, lockShare, type Sight, waitShares } from './database-watch';

const sight = (states: Record<string, number>, waits: Record<string, number>): Sight => ({
  ...{ at: 0, states: new Map(Object.entries(states)), waits: new Map(Object.entries(waits)) },
  said: [],
});

const sights = [
  sight({ idle: 8, active: 2, 'idle in transaction': 1 }, { none: 1, 'Lock transactionid': 1 }),
  sight({ idle: 9, active: 2 }, { 'IO WalSync': 2 }),
];

it('counts for held what is at work or has a transaction open', () => {
  expect(sights.map(heldIn)).toEqual([3, 2]);
});

it('says over all sights what was waited for', () => {
  expect(waitShares(sights)).toBe('50 % IO WalSync, 25 % none, 25 % Lock transactionid');
  expect(lockShare(sights)).toBe(0.25);
});

it('knows a lock of ours from one of PostgreSQL itself', () => {
  expect(lockShare([sight({ active: 1 }, { 'LWLock WALWrite': 1 })])).toBe(0);
});
