'use client';
import { useState } from 'react';
import { Choice, Tick } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { countRuns } from '../interleaving';
import { RacePlayer } from '../race-player';
import { plural } from '../words';
import { type Program, programs, type Race, type Request, twoRequests } from './two-requests';

const names: Readonly<Record<Request, string>> = { A: 'Request A', B: 'Request B' };

const programNames: Readonly<Record<Program, string>> = {
  check_then_insert: 'Check, then insert',
  insert_first: 'Insert first',
};

const orders: Readonly<Record<string, readonly Request[]>> = {
  'they take turns': ['A', 'B', 'A', 'B', 'A', 'B'],
  'one after the other': ['A', 'A', 'A', 'B', 'B', 'B'],
  'B overtakes A': ['A', 'B', 'B', 'B', 'A', 'A', 'A', 'B'],
};

export function InsertFirstFigure() {
  const [program, setProgram] = useState<Program>('check_then_insert');
  const [hasPrimaryKey, setHasPrimaryKey] = useState(true);
  const world = twoRequests(program, hasPrimaryKey);
  const { all, bad } = countRuns(world, ({ charges }) => charges > 1);
  const title = 'Two requests, one key';
  return (
    <FigureFrame title={title} hint="A double tap, or two tabs. You are the scheduler: choose who goes on.">
      <Choice label="Program of both" options={programNames} value={program} onChoose={setProgram} />
      <Tick isOn={hasPrimaryKey} onChange={setHasPrimaryKey}>
        The table has a primary key
      </Tick>
      <RacePlayer
        key={`${program} ${hasPrimaryKey}`}
        title={title}
        world={world}
        names={names}
        orders={orders}
      >
        {(race) => <RaceState race={race} program={program} />}
      </RacePlayer>
      <Verdict tone={bad > 0 ? 'bad' : 'good'}>
        Of the {plural(all, 'sequence')} that these steps can have, <strong>{bad}</strong> charge twice.
      </Verdict>
    </FigureFrame>
  );
}

function RaceState({ race, program }: { readonly race: Race; readonly program: Program }) {
  const lines = programs[program];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['A', 'B'] as const).map((who) => (
        <div key={who} className="rounded-xl bg-sunken p-3">
          <p className="font-bold">{names[who]}</p>
          <ol className="mt-1 grid gap-0.5 text-base">
            {lines.map(({ phase, line }) => (
              <li
                key={phase}
                className={
                  race.phases[who] === phase
                    ? 'font-semibold underline decoration-2 underline-offset-4'
                    : 'text-muted'
                }
              >
                {line}
              </li>
            ))}
          </ol>
          <p className="mt-1 min-h-6 text-base">
            {race.answers[who] !== undefined && (
              <>
                answered: <strong>{race.answers[who]}</strong>
              </>
            )}
          </p>
        </div>
      ))}
      <div className="rounded-xl bg-sunken p-3 sm:col-span-2">
        <p className="flex flex-wrap justify-between gap-x-6">
          <span className="font-bold">The table</span>
          <span>
            charges:{' '}
            <strong className={race.charges > 1 ? 'text-danger' : ''} data-testid="charges">
              {race.charges}
            </strong>
          </span>
        </p>
        <ul className="mt-1 min-h-12 text-base tabular-nums">
          {race.table.rows.map(({ key, owner, answer }) => (
            <li key={owner}>
              <code>
                {key} | by {owner} | {answer ?? 'in progress'}
              </code>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
