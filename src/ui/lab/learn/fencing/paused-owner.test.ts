import { describe, expect, it } from 'vitest';
import { countRuns, everyRun, play } from '../interleaving';
import { pausedOwner, saysTheUntruth } from './paused-owner';

describe('an owner that is paused while another takes over, in every order of their steps', () => {
  it('says “not charged” of a charge in some orders when nothing fences it', () => {
    expect(countRuns(pausedOwner(false), saysTheUntruth).bad).toBeGreaterThan(0);
  });

  it('never does when its last write asks for its token', () => {
    const { all, bad } = countRuns(pausedOwner(true), saysTheUntruth);
    expect(all).toBeGreaterThan(5);
    expect(bad).toBe(0);
  });

  it('answers what its successor stored, once it is fenced', () => {
    const run = play(pausedOwner(true), [
      ...(['owner', 'owner', 'time', 'successor', 'owner', 'successor', 'successor', 'owner'] as const),
    ]);
    expect(run.at(-1)?.state).toMatchObject({ order: 'paid', charges: 1, told: ['paid', 'paid'] });
  });

  it('charges at most once in every order: one lease, one owner at a time', () => {
    for (const isFenced of [true, false]) {
      for (const run of everyRun(pausedOwner(isFenced))) {
        expect(run.at(-1)?.state.charges).toBeLessThanOrEqual(1);
      }
    }
  });

  it('lets nobody take over while the lease is alive', () => {
    const world = pausedOwner(true);
    const claimed = play(world, ['owner']).at(-1)?.state ?? world.start;
    expect(world.next(claimed, 'successor')).toBeNull();
  });
});
