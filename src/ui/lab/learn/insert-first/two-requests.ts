import type { Step, World } from '../interleaving';
import { insert, insertOnConflictDoNothing, select, storeAnswer, type Table } from './table';

/** Two requests of one purchase, with one key, at the same time. */
export type Request = 'A' | 'B';

/** `check_then_insert` looks, charges and remembers; `insert_first` claims the key before it does anything else. */
export type Program = 'check_then_insert' | 'insert_first';

type Phase = 'look' | 'charge' | 'remember' | 'claim' | 'store' | 'join' | 'over';

export interface Race {
  readonly table: Table;
  /** How often the card was charged. */
  readonly charges: number;
  readonly phases: Readonly<Record<Request, Phase>>;
  /** What the callers were answered. */
  readonly answers: Readonly<Partial<Record<Request, string>>>;
}

/** The key of the purchase, as short as a figure wants it. */
export const key = 'k-7';

export const programs: Readonly<
  Record<Program, readonly { readonly phase: Phase; readonly line: string }[]>
> = {
  check_then_insert: [
    { phase: 'look', line: 'SELECT the key' },
    { phase: 'charge', line: 'charge the card' },
    { phase: 'remember', line: 'INSERT key and answer' },
  ],
  insert_first: [
    { phase: 'claim', line: 'INSERT .. ON CONFLICT DO NOTHING' },
    { phase: 'charge', line: 'charge the card' },
    { phase: 'store', line: 'UPDATE: store the answer' },
    { phase: 'join', line: 'wait for the stored answer' },
  ],
};

export function twoRequests(program: Program, hasPrimaryKey: boolean): World<Race, Request> {
  const first = program === 'check_then_insert' ? 'look' : 'claim';
  return {
    actors: ['A', 'B'],
    start: {
      table: { hasPrimaryKey, rows: [] },
      charges: 0,
      phases: { A: first, B: first },
      answers: {},
    },
    next: (race, who) => next(program, race, who),
  };
}

function next(program: Program, race: Race, who: Request): Step<Race> | null {
  const { table, charges } = race;
  const go = (phase: Phase, change: Partial<Race> = {}): Race => ({
    ...race,
    ...change,
    phases: { ...race.phases, [who]: phase },
  });
  const end = (answer: string, change: Partial<Race> = {}): Race =>
    go('over', { ...change, answers: { ...race.answers, [who]: answer } });
  const does = programs[program].find(({ phase }) => phase === race.phases[who])?.line ?? '';

  switch (race.phases[who]) {
    case 'look': {
      const row = select(table, key);
      return row
        ? {
            does,
            saw: `${who} finds the key and answers what is stored with it.`,
            state: end(row.answer ?? ''),
          }
        : { does, saw: `${who} looks for the key and finds no row.`, state: go('charge') };
    }
    case 'claim': {
      const { table: after, count } = insertOnConflictDoNothing(table, { key, owner: who, answer: null });
      return count === 1
        ? {
            does,
            saw: `${who} inserts the key: 1 row. The purchase is ${who}’s.`,
            state: go('charge', { table: after }),
          }
        : { does, saw: `${who} inserts the key: 0 rows. Somebody else has it.`, state: go('join') };
    }
    case 'charge': {
      const phase = program === 'check_then_insert' ? 'remember' : 'store';
      return {
        does,
        saw: `${who} charges the card. That is charge number ${charges + 1}.`,
        state: go(phase, { charges: charges + 1 }),
      };
    }
    case 'remember': {
      const { table: after, isUniqueViolation } = insert(table, { key, owner: who, answer: 'paid' });
      return isUniqueViolation
        ? {
            does,
            saw: `${who} inserts the key: unique violation. The table noticed, after the charge.`,
            state: end('500'),
          }
        : { does, saw: `${who} inserts the key with its answer.`, state: end('paid', { table: after }) };
    }
    case 'store':
      return {
        does,
        saw: `${who} stores the answer under the key, then answers.`,
        state: end('paid', { table: storeAnswer(table, key, who, 'paid') }),
      };
    case 'join': {
      const answer = select(table, key)?.answer ?? null;
      if (answer === null) return null;
      return { does, saw: `${who} has waited, and answers what was stored.`, state: end(answer) };
    }
    case 'over':
      return null;
  }
}
