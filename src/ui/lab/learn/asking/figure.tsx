'use client';
import { useState } from 'react';
import { Choice, Slider, Tick } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { StoryPlayer } from '../story-player';
import { plural, seconds } from '../words';
import { type Actor, type Strategy, strategies, sweep, type Times } from './sweeper';

const actors: Readonly<Record<Actor, string>> = { shop: 'Shop', sweeper: 'Sweeper', processor: 'Processor' };

export function SweeperFigure({ callTimeoutMs, leaseMs }: Times) {
  const [strategy, setStrategy] = useState<Strategy>('ask_at_once');
  const [isLost, setIsLost] = useState(false);
  const [arrivesAfterMs, setArrivesAfterMs] = useState(callTimeoutMs + 8_000);
  const arrival = isLost ? null : arrivesAfterMs;
  const { story, charges } = sweep(strategy, arrival, { callTimeoutMs, leaseMs });
  const title = 'A processor without keys';
  return (
    <FigureFrame
      title={title}
      hint={`The shop waits ${seconds(callTimeoutMs)} for its call, and the claim’s lease is ${seconds(leaseMs)}.`}
    >
      <Choice label="The sweeper" options={strategies} value={strategy} onChoose={setStrategy} />
      <Slider
        label="The first call reaches the processor after"
        value={arrivesAfterMs}
        min={0}
        max={leaseMs * 1.5}
        step={500}
        say={(ms) => (isLost ? 'never' : seconds(ms))}
        onChange={setArrivesAfterMs}
      />
      <Tick isOn={isLost} onChange={setIsLost}>
        It never arrives
      </Tick>
      <StoryPlayer key={`${strategy} ${arrival}`} title={title} actors={actors} story={story} />
      <Verdict tone={charges === 1 ? 'good' : 'bad'}>
        One purchase: <strong>{plural(charges, 'charge')}</strong>.
      </Verdict>
    </FigureFrame>
  );
}
