'use client';
import { useState } from 'react';
import { Choice, Tick } from '../controls';
import { FigureFrame, Verdict, WideTable } from '../figure-frame';
import { StoryPlayer } from '../story-player';
import { plural } from '../words';
import { type Actor, type Design, designs, purchaseThatCrashes, stepNames } from './crash-points';

const actors: Readonly<Record<Actor, string>> = {
  browser: 'Browser',
  shop: 'Shop',
  database: 'Database',
  processor: 'Processor',
};

export function CrashFigure({
  title,
  hint,
  offered,
  offersProcessorKey,
}: {
  readonly title: string;
  readonly hint: string;
  readonly offered: readonly [Design, ...Design[]];
  /** Otherwise the processor always knows the purchase's key. */
  readonly offersProcessorKey: boolean;
}) {
  const [design, setDesign] = useState<Design>(offered[0]);
  const [hasProcessorKey, setHasProcessorKey] = useState(!offersProcessorKey);
  const [wanted, setWanted] = useState(2);
  const points = ['nothing', ...stepNames(design)];
  const after = Math.min(wanted, points.length - 1);
  const protection = { design, hasProcessorKey };
  const { story, orders, charges } = purchaseThatCrashes(protection, [after]);
  return (
    <FigureFrame title={title} hint={hint}>
      <div className="grid gap-4 sm:grid-cols-2">
        {offered.length > 1 && (
          <Choice
            label="What is committed when"
            options={Object.fromEntries(offered.map((name) => [name, designs[name]]))}
            value={design}
            onChoose={setDesign}
          />
        )}
        <Choice
          label="The shop is killed after"
          options={Object.fromEntries(points.map((name, index) => [String(index), name]))}
          value={String(after)}
          onChoose={(chosen) => setWanted(Number(chosen))}
        />
      </div>
      {offersProcessorKey && (
        <Tick isOn={hasProcessorKey} onChange={setHasProcessorKey}>
          The shop gives the processor a key of the purchase
        </Tick>
      )}
      <StoryPlayer
        key={[design, hasProcessorKey, after].join()}
        title={title}
        actors={actors}
        story={story}
      />
      <Verdict tone={orders === 1 && charges === 1 ? 'good' : 'bad'}>
        One purchase, one crash: <strong>{plural(orders, 'order')}</strong>,{' '}
        <strong>{plural(charges, 'charge')}</strong>.
      </Verdict>
      <WideTable label={`${title}: what each place of the crash comes to`}>
        <thead>
          <tr>
            <th scope="col">Killed after</th>
            <th scope="col">Orders</th>
            <th scope="col">Charges</th>
          </tr>
        </thead>
        <tbody>
          {points.map((name, index) => {
            const end = purchaseThatCrashes(protection, [index]);
            const cell = (value: number) => (
              <td className={`tabular-nums ${value > 1 ? 'font-bold text-danger' : ''}`}>{value}</td>
            );
            return (
              <tr key={name} className={index === after ? 'bg-sunken' : ''}>
                <th scope="row" className="border-t-2 border-line font-normal">
                  {name}
                </th>
                {cell(end.orders)}
                {cell(end.charges)}
              </tr>
            );
          })}
        </tbody>
      </WideTable>
    </FigureFrame>
  );
}
