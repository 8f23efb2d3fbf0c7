'use client';
import { useState } from 'react';
import { payButton } from '@/retry';
import { Choice, SeedField } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { StoryPlayer } from '../story-player';
import { plural } from '../words';
import { type Actor, type Fate, fates, purchase, type Way, ways } from './purchase';

const actors: Readonly<Record<Actor, string>> = { browser: 'Browser', shop: 'Shop', processor: 'Processor' };

/** @param initial the way that is shown first; with one way, there is nothing to choose */
export function PurchaseFigure({
  title,
  hint,
  offered,
}: {
  readonly title: string;
  readonly hint: string;
  readonly offered: readonly [Way, ...Way[]];
}) {
  const [way, setWay] = useState<Way>(offered[0]);
  const [fateOf, setFateOf] = useState<readonly Fate[]>(['answer_lost', 'answer_lost', 'answered']);
  const [seed, setSeed] = useState('doubletap');
  const { story, attempts, charges, isAnswered } = purchase(payButton, way, fateOf, seed);
  const choose = (index: number, fate: Fate): void =>
    setFateOf(fateOf.map((before, place) => (place === index ? fate : before)));
  return (
    <FigureFrame title={title} hint={hint}>
      <div className="grid gap-4 sm:grid-cols-2">
        {offered.length > 1 && (
          <Choice
            label="How the shop tells purchases apart"
            options={Object.fromEntries(offered.map((name) => [name, ways[name]]))}
            value={way}
            onChoose={setWay}
          />
        )}
        {fateOf.map((fate, index) => (
          <Choice
            // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is its number.
            key={index}
            label={`Attempt ${index + 1}`}
            options={fates}
            value={fate}
            onChoose={(chosen) => choose(index, chosen)}
          />
        ))}
        <SeedField seed={seed} onChange={setSeed} />
      </div>
      <StoryPlayer key={[way, seed, ...fateOf].join()} title={title} actors={actors} story={story} />
      <Verdict tone={charges > 1 ? 'bad' : isAnswered ? 'good' : 'neutral'}>
        One press of Pay, {plural(attempts, 'attempt')}: <strong>{plural(charges, 'charge')}</strong>.
        {charges > 1 && ' The shopper pressed once.'}
      </Verdict>
    </FigureFrame>
  );
}
