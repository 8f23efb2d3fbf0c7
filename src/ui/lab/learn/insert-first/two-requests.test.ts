import { describe, expect, it } from 'vitest';
import { countRuns, everyRun, play } from '../interleaving';
import { type Race, twoRequests } from './two-requests';

const chargesTwice = ({ charges }: Race): boolean => charges > 1;

describe('two requests with one key, in every order of their steps', () => {
  it('charge twice in most orders when each looks first, primary key or not', () => {
    expect(countRuns(twoRequests('check_then_insert', true), chargesTwice)).toEqual({ all: 20, bad: 18 });
    expect(countRuns(twoRequests('check_then_insert', false), chargesTwice)).toEqual({ all: 20, bad: 18 });
  });

  it('charge once in every order when each inserts first', () => {
    const { all, bad } = countRuns(twoRequests('insert_first', true), chargesTwice);
    expect(all).toBeGreaterThan(5);
    expect(bad).toBe(0);
  });

  it('both learn the stored answer in every order when each inserts first, and one row remains', () => {
    for (const run of everyRun(twoRequests('insert_first', true))) {
      const end = run.at(-1)?.state;
      expect(end?.answers).toEqual({ A: 'paid', B: 'paid' });
      expect(end?.table.rows).toHaveLength(1);
    }
  });

  it('are kept apart by the primary key alone: without it, inserting first charges twice in every order', () => {
    const { all, bad } = countRuns(twoRequests('insert_first', false), chargesTwice);
    expect(bad).toBe(all);
  });

  it('charge once when one comes after the other, also when each looks first', () => {
    const run = play(twoRequests('check_then_insert', true), ['A', 'A', 'A', 'B']);
    expect(run.at(-1)?.state).toMatchObject({ charges: 1, answers: { A: 'paid', B: 'paid' } });
  });

  it('tell the loser of the insert nothing before there is an answer', () => {
    const world = twoRequests('insert_first', true);
    const run = play(world, ['A', 'B']);
    expect(world.next(run.at(-1)?.state ?? world.start, 'B')).toBeNull();
  });
});
