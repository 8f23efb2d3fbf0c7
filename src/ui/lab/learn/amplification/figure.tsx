'use client';
import { useState } from 'react';
import { Slider } from '../controls';
import { FigureFrame, Verdict } from '../figure-frame';
import { count, plural } from '../words';
import { alike, layersOfTheShop, requestsBelow } from './layers';

export function AmplificationFigure() {
  const [layers, setLayers] = useState(3);
  const [attempts, setAttempts] = useState(3);
  const requests = requestsBelow(alike(layers, attempts));
  const shop = layersOfTheShop();
  const most = requests.at(-1) ?? 1;
  return (
    <FigureFrame title="Attempts multiply" hint="One press at the top; the service at the bottom is down.">
      <div className="grid gap-4 sm:grid-cols-2">
        <Slider label="Layers that retry" value={layers} min={1} max={5} say={count} onChange={setLayers} />
        <Slider
          label="Attempts of each"
          value={attempts}
          min={1}
          max={4}
          say={count}
          onChange={setAttempts}
        />
      </div>
      <svg aria-hidden="true" width="100%" height={5 * 44} className="text-sm">
        {requests.map((reached, layer) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its depth.
          <g key={layer}>
            <Comb count={reached} y={layer * 44 + 18} />
            <text x="0" y={layer * 44 + 13} className="fill-text">
              below layer {layer + 1}: {plural(reached, 'request')}
            </text>
          </g>
        ))}
      </svg>
      <Verdict tone={most > attempts ? 'bad' : 'neutral'}>
        {Array.from({ length: layers }, () => attempts).join(' × ')} = <strong>{count(most)}</strong>{' '}
        {most === 1 ? 'request reaches' : 'requests reach'} the bottom. This shop:{' '}
        {shop.map((layer) => layer.attempts).join(' × ')} = <strong>{requestsBelow(shop).at(-1)}</strong> (
        {shop.map(({ name }) => name).join(', ')}).
      </Verdict>
    </FigureFrame>
  );
}

/** So many strokes side by side, as one shape: 1,024 elements would be a slow picture. */
function Comb({ count: strokes, y }: { readonly count: number; readonly y: number }) {
  const teeth = Array.from({ length: strokes }, (_, index) => {
    const left = (index * 1_000) / strokes;
    return `M${left} 0h${Math.max(0.6, 700 / strokes)}v20h-${Math.max(0.6, 700 / strokes)}z`;
  }).join('');
  return (
    <svg
      aria-hidden="true"
      x="0"
      y={y}
      width="100%"
      height="20"
      viewBox="0 0 1000 20"
      preserveAspectRatio="none"
    >
      <path d={teeth} className="fill-tangerine" />
    </svg>
  );
}
