'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Actor } from '../protocol';
import type { Drawn, Span, Tone } from './drawn';
import { type Lane, lanesOf, laneWidthOf, type Place, placesOf, stretchesOf } from './layout';
import type { Row } from './rows';
import { nameOf } from './words';

interface Properties {
  readonly label: string;
  readonly actors: readonly Actor[];
  readonly rows: readonly Row[];
  /** The row that is looked at; later ones are only hinted at. */
  readonly at: number;
  readonly onChoose?: (index: number) => void;
}

/** What crossed the wire, from top to bottom. Its log in words stands beside it, so it is a picture for those who see it. */
export function SequenceDiagram({ label, actors, rows, at, onChoose }: Properties) {
  const scroller = useRef<HTMLDivElement>(null);
  const room = useWidth(scroller);
  const lanes = lanesOf(actors, rows, room);
  const { places, height } = placesOf(rows);
  const width = Math.max(lanes.length, 1) * laneWidthOf(lanes.length, room);
  const y = places[at]?.y ?? 0;
  useEffect(() => {
    const box = scroller.current;
    if (box && (y > box.scrollTop + box.clientHeight - 100 || y < box.scrollTop + 30)) {
      box.scrollTop = y - box.clientHeight / 2;
    }
  }, [y]);
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by its keys.
      tabIndex={0}
      className="relative h-[36rem] overflow-auto rounded-2xl border-2 border-line bg-surface"
      data-diagram
    >
      <Heads lanes={lanes} width={width} />
      <svg width={width} height={height} aria-hidden="true" className="mx-auto block font-sans text-[12px]">
        {lanes.map(({ name, x }) => (
          <line
            key={name}
            x1={x}
            x2={x}
            y1={0}
            y2={height}
            className="stroke-line-strong"
            strokeDasharray="2 5"
          />
        ))}
        {stretchesOf(places, height).map(({ lane, span, from, to }) => (
          <line
            key={`${lane} ${from}`}
            x1={lanes.find(({ name }) => name === lane)?.x}
            x2={lanes.find(({ name }) => name === lane)?.x}
            y1={from}
            y2={to}
            strokeWidth={9}
            strokeDasharray={span === 'absence' ? '3 4' : undefined}
            className={`${spans[span]} opacity-60`}
            data-span={span}
          />
        ))}
        {places.map((place, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the log beside it has the same rows as buttons.
          <g
            key={place.row.id}
            opacity={index <= at ? 1 : 0.18}
            onClick={() => onChoose?.(index)}
            className={onChoose && 'cursor-pointer'}
            data-row={place.row.drawn.kind}
          >
            <rect
              x={0}
              y={place.y - 20}
              width={width}
              height={32}
              className={index === at ? 'fill-sun/25' : 'fill-transparent'}
            />
            <RowMark place={place} lanes={lanes} width={width} />
          </g>
        ))}
      </svg>
    </section>
  );
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(700);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => setWidth(observed.clientWidth));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

const spans: Readonly<Record<Span, string>> = {
  wait: 'stroke-violet',
  pause: 'stroke-sun',
  absence: 'stroke-cherry',
};

/** The names of the lanes stay in sight. */
function Heads({ lanes, width }: { readonly lanes: readonly Lane[]; readonly width: number }) {
  return (
    <div aria-hidden="true" className="sticky top-0 z-10 min-w-full bg-sunken" style={{ width }}>
      <div className="mx-auto flex" style={{ width }}>
        {lanes.map(({ name }) => (
          <span key={name} className="flex-1 py-2.5 text-center font-display font-bold">
            {nameOf(name)}
          </span>
        ))}
      </div>
    </div>
  );
}

const strokes: Readonly<Record<Tone, string>> = {
  plain: 'stroke-text',
  good: 'stroke-success',
  bad: 'stroke-danger',
  waiting: 'stroke-link',
};
const fills: Readonly<Record<Tone, string>> = {
  plain: 'fill-text',
  good: 'fill-success',
  bad: 'fill-danger',
  waiting: 'fill-link',
};

function RowMark({
  place,
  lanes,
  width,
}: {
  readonly place: Place;
  readonly lanes: readonly Lane[];
  readonly width: number;
}) {
  const { row, y, pause } = place;
  return (
    <>
      {pause !== undefined && (
        <text x={8} y={y - 24} className="fill-muted text-[11px]">
          ⋮ {pause}
        </text>
      )}
      <Mark drawn={row.drawn} y={y} lanes={lanes} width={width} />
    </>
  );
}

interface MarkProperties {
  readonly drawn: Drawn;
  readonly y: number;
  readonly lanes: readonly Lane[];
  readonly width: number;
}

function Mark({ drawn, y, lanes, width }: MarkProperties) {
  const xOf = (name: string) => lanes.find((lane) => lane.name === name)?.x ?? 0;
  switch (drawn.kind) {
    case 'step':
      return (
        <text x={width / 2} y={y} textAnchor="middle" className="fill-muted font-semibold italic">
          {drawn.label}
        </text>
      );
    case 'note': {
      const x = xOf(drawn.lane);
      return (
        <g>
          <circle cx={x} cy={y - 4} r={5} className={fills[drawn.tone]} />
          <Label x={x} y={y - 10} text={drawn.label} tone={drawn.tone} lanes={lanes} width={width} />
        </g>
      );
    }
    case 'exchange': {
      const [from, to] = [xOf(drawn.from), xOf(drawn.to)];
      const toward = Math.sign(to - from);
      return (
        <g>
          <Line from={from} to={to} y={y - 3} tone="plain" />
          <Head x={to - toward * 3} y={y - 3} toward={toward} tone="plain" />
          <Head x={from + toward * 3} y={y - 3} toward={-toward} tone="plain" />
          <Label
            x={(from + to) / 2}
            y={y - 9}
            text={drawn.count > 1 ? `${drawn.label} (${drawn.count})` : drawn.label}
            tone="plain"
            lanes={lanes}
            width={width}
          />
        </g>
      );
    }
    case 'arrow': {
      const [from, to] = [xOf(drawn.from), xOf(drawn.to)];
      const toward = Math.sign(to - from);
      const end = drawn.isLost ? (from + to) / 2 : to - toward * 3;
      return (
        <g data-endings={drawn.endings.join(' ') || undefined} data-lost={drawn.isLost || undefined}>
          <Line from={from} to={end} y={y - 3} tone={drawn.tone} isDashed={drawn.isAnswer} />
          {drawn.isLost ? (
            <Cross x={end} y={y - 3} />
          ) : (
            <Head x={end} y={y - 3} toward={toward} tone={drawn.tone} />
          )}
          <Label
            x={(from + to) / 2}
            y={y - 9}
            text={drawn.label}
            tone={drawn.tone}
            lanes={lanes}
            width={width}
          />
        </g>
      );
    }
  }
}

function Line(line: { from: number; to: number; y: number; tone: Tone; isDashed?: boolean }) {
  const { from, to, y, tone, isDashed = false } = line;
  return (
    <line
      x1={from}
      x2={to}
      y1={y}
      y2={y}
      strokeWidth={2}
      className={strokes[tone]}
      strokeDasharray={isDashed ? '7 4' : undefined}
    />
  );
}

function Head({ x, y, toward, tone }: { x: number; y: number; toward: number; tone: Tone }) {
  return <path d={`M${x} ${y}l${-9 * toward} -5v10z`} className={fills[tone]} />;
}

function Cross({ x, y }: { x: number; y: number }) {
  return <path d={`M${x - 7} ${y - 7}l14 14m0 -14l-14 14`} strokeWidth={3} className="stroke-danger" />;
}

/** A label with the surface behind it, moved so far that it stays inside of the picture. */
function Label(label: {
  x: number;
  y: number;
  text: string;
  tone: Tone;
  lanes: readonly Lane[];
  width: number;
}) {
  const { x, y, text, tone, width } = label;
  const half = (text.length * 6.3) / 2 + 4;
  const middle = Math.min(Math.max(x, half), Math.max(width - half, half));
  return (
    <text
      x={middle}
      y={y}
      textAnchor="middle"
      strokeWidth={4}
      paintOrder="stroke"
      className={`stroke-surface font-semibold ${fills[tone]}`}
    >
      {text}
    </text>
  );
}
