'use client';
import { useState } from 'react';
import { Tick } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { countRuns } from '../interleaving';
import { RacePlayer } from '../race-player';
import { plural } from '../words';
import { type Actor, pausedOwner, saysTheUntruth, type Takeover } from './paused-owner';

const names: Readonly<Record<Actor, string>> = {
  owner: 'First owner',
  time: 'Time',
  successor: 'Second owner',
};

const orders: Readonly<Record<string, readonly Actor[]>> = {
  'the owner wakes too late': [
    'owner',
    'owner',
    'time',
    'successor',
    'successor',
    'successor',
    'owner',
    'owner',
  ],
  'it wakes in the middle': [
    'owner',
    'owner',
    'time',
    'successor',
    'owner',
    'successor',
    'successor',
    'owner',
  ],
  'nobody is paused': ['owner', 'owner', 'owner'],
};

export function FencingFigure() {
  const [isFenced, setIsFenced] = useState(false);
  const world = pausedOwner(isFenced);
  const { all, bad } = countRuns(world, saysTheUntruth);
  const title = 'The paused owner';
  return (
    <FigureFrame
      title={title}
      hint="The first owner stands still for longer than its lease, and does not know it."
    >
      <Tick isOn={isFenced} onChange={setIsFenced}>
        The last write asks for its token
      </Tick>
      <RacePlayer key={String(isFenced)} title={title} world={world} names={names} orders={orders}>
        {(state) => <TakeoverState state={state} />}
      </RacePlayer>
      <Verdict tone={bad > 0 ? 'bad' : 'good'}>
        Of the {plural(all, 'sequence')} that these steps can have, <strong>{bad}</strong> end with a charge
        that the shop denies.
      </Verdict>
    </FigureFrame>
  );
}

function TakeoverState({ state }: { readonly state: Takeover }) {
  const facts: readonly (readonly [string, string])[] = [
    ['token in the row', state.token ?? 'none'],
    [
      'lease',
      state.token === null ? 'none' : state.isLeaseOver && state.successor === 'take_over' ? 'over' : 'alive',
    ],
    ['stored answer', state.answer ?? 'none'],
    ['order', state.order],
    ['charges', String(state.charges)],
    ['told the shopper', state.told.join(', then ') || 'nothing'],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-xl bg-sunken p-3 text-base sm:grid-cols-[auto_1fr_auto_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className={`font-semibold ${saysTheUntruth(state) && name !== 'lease' ? 'text-danger' : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
