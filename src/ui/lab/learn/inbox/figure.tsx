'use client';
import { useState } from 'react';
import { Choice } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { StoryPlayer } from '../story-player';
import { plural } from '../words';
import { type Actor, crashPoints, deliver, type Handler, handlers } from './handlers';

const actors: Readonly<Record<Actor, string>> = {
  processor: 'Processor',
  shop: 'Shop',
  database: 'Database',
};

export function InboxFigure() {
  const [handler, setHandler] = useState<Handler>('effect_first');
  const [crash, setCrash] = useState('1');
  const points = crashPoints(handler);
  const options = {
    never: 'never',
    ...Object.fromEntries(points.map(({ after, name }) => [String(after), name])),
  };
  const chosen = Object.hasOwn(options, crash) ? crash : 'never';
  const { story, effects } = deliver(handler, chosen === 'never' ? null : Number(chosen));
  const title = 'One message, delivered at least once';
  return (
    <FigureFrame
      title={title}
      hint="The processor repeats a message until it is acknowledged, and sometimes after that."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label="What the shop does with it" options={handlers} value={handler} onChoose={setHandler} />
        <Choice label="The shop is killed" options={options} value={chosen} onChoose={setCrash} />
      </div>
      <StoryPlayer key={`${handler} ${chosen}`} title={title} actors={actors} story={story} />
      <Verdict tone={effects === 1 ? 'good' : 'bad'}>
        One message, however often delivered: <strong>{plural(effects, 'effect')}</strong>.
        {effects === 0 && ' It is lost, and everybody believes that it was handled.'}
      </Verdict>
    </FigureFrame>
  );
}
