'use client';
import { useState } from 'react';
import { Choice } from '../controls';
import { FigureFrame, Verdict, WideTable } from '../figure-frame';
import { StoryPlayer } from '../story-player';
import { plural } from '../words';
import { type Actor, type Break, breaks, exchangeThatBreaks } from './breaks';

const actors: Readonly<Record<Actor, string>> = { browser: 'Browser', shop: 'Shop', processor: 'Processor' };

export function LostAnswerFigure() {
  const [at, setAt] = useState<Break>('answer');
  const { story, charges, browserSees } = exchangeThatBreaks(at);
  const title = 'One request, and where it can break';
  return (
    <FigureFrame title={title} hint="Break the exchange somewhere else and compare what the browser sees.">
      <Choice label="What breaks" options={breaks} value={at} onChoose={setAt} />
      <StoryPlayer key={at} title={title} actors={actors} story={story} />
      <Verdict tone={browserSees === null ? 'good' : 'neutral'}>
        The browser sees: <strong>{browserSees === null ? 'an answer' : 'no answer'}</strong>. The truth:{' '}
        <strong>{plural(charges, 'charge')}</strong>.
      </Verdict>
      <WideTable label="What the browser sees of each break, and what is true">
        <thead>
          <tr>
            <th scope="col">What breaks</th>
            <th scope="col">Browser sees</th>
            <th scope="col">Charges</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(breaks) as Break[]).map((place) => {
            const outcome = exchangeThatBreaks(place);
            return (
              <tr key={place} className={place === at ? 'bg-sunken' : ''}>
                <th scope="row" className="border-t-2 border-line font-normal">
                  {breaks[place]}
                </th>
                <td>{outcome.browserSees === null ? 'the answer' : <code>{outcome.browserSees}</code>}</td>
                <td className="tabular-nums">{outcome.charges}</td>
              </tr>
            );
          })}
        </tbody>
      </WideTable>
    </FigureFrame>
  );
}
