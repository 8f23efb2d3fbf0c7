'use client';
import { type ReactNode, useState } from 'react';
import { Button } from '../../primitives/button';
import { MomentLog, PlayerControls } from '../player';
import { usePlayback } from '../use-playback';
import { Choice } from './controls';
import { play, type World } from './interleaving';

/**
 * A race in the order that the reader chooses: a ready-made one, or step by step. A step from the middle begins another order
 * there. Give it a key of what the world depends on.
 */
export function RacePlayer<State, Actor extends string>({
  title,
  world,
  names,
  orders,
  children,
}: {
  readonly title: string;
  readonly world: World<State, Actor>;
  readonly names: Readonly<Record<Actor, string>>;
  /** Ready-made orders, by their names; the first is shown first. */
  readonly orders: Readonly<Record<string, readonly Actor[]>>;
  /** Draws the world. */
  readonly children: (state: State) => ReactNode;
}) {
  const [chosen, setChosen] = useState(Object.keys(orders)[0] ?? '');
  const [run, setRun] = useState(() => play(world, orders[chosen] ?? []));
  const player = usePlayback(run.length);
  const moments = run.map(({ text }) => text);
  const stateAt = (at: number): State => run[at - 1]?.state ?? world.start;
  const present = stateAt(player.at);
  const options = { ...Object.fromEntries(Object.keys(orders).map((name) => [name, name])), own: 'your own' };

  const begin = (name: string): void => {
    const next = name === 'own' ? [] : play(world, orders[name] ?? []);
    setChosen(name);
    setRun(next);
    player.replace(next.length, next.length);
  };
  const letGoOn = (actor: Actor): void => {
    const before = run.slice(0, player.at).map((moment) => moment.actor);
    const next = play(world, [...before, actor]);
    setChosen('own');
    setRun(next);
    player.replace(next.length, next.length);
  };

  return (
    <div className="grid min-w-0 gap-4">
      <Choice label="Sequence of the steps" options={options} value={chosen} onChoose={begin} />
      {children(present)}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight, and the buttons say it. */}
      <div
        role="group"
        aria-label="Who goes on from here"
        className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]"
      >
        {world.actors.map((actor) => {
          const step = world.next(present, actor);
          return (
            <Button
              key={actor}
              look="secondary"
              size="small"
              className="min-h-14 w-full py-1.5"
              isBusy={step === null}
              onClick={() => {
                if (step !== null) letGoOn(actor);
              }}
            >
              <span>
                {names[actor]}
                <span className="block text-sm font-normal">{step?.does ?? 'has to wait, or is done'}</span>
              </span>
            </Button>
          );
        })}
      </div>
      <PlayerControls player={player} title={title} moments={moments} />
      <MomentLog moments={moments} at={player.at} />
    </div>
  );
}
