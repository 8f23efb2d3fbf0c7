'use client';
import { useId } from 'react';
import type { Story, StoryEvent } from './story';

const headHeight = 34;
const rowHeight = 38;

/**
 * Lifelines, and what goes between them up to the present moment. It takes as much room as the whole story needs, so that nothing
 * moves when it goes on. Across it is measured in percent: letters keep their size on every screen.
 */
export function SequencePicture<Actor extends string>({
  actors,
  story,
  at,
}: {
  readonly actors: Readonly<Record<Actor, string>>;
  readonly story: Story<Actor>;
  readonly at: number;
}) {
  const head = useId();
  const names = Object.keys(actors) as Actor[];
  const xOf = (actor: Actor): number => ((names.indexOf(actor) + 0.5) / names.length) * 100;
  const height = headHeight + story.length * rowHeight + 12;
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      className="block overflow-visible text-xs sm:text-sm"
    >
      <defs>
        <marker
          id={head}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="5"
          markerHeight="5"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8z" className="fill-text" />
        </marker>
      </defs>
      {names.map((name) => (
        <g key={name}>
          <line
            x1={`${xOf(name)}%`}
            x2={`${xOf(name)}%`}
            y1={headHeight - 8}
            y2={height}
            className="stroke-line stroke-2"
          />
          <text x={`${xOf(name)}%`} y={16} textAnchor="middle" className="fill-text font-bold">
            {actors[name]}
          </text>
        </g>
      ))}
      {story.slice(0, at).map((event, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: an event is its place in the story.
          key={index}
          event={event}
          y={headHeight + index * rowHeight + 26}
          isPresent={index + 1 === at && at < story.length}
          xOf={xOf}
          head={head}
        />
      ))}
    </svg>
  );
}

const tones = { good: 'fill-success', bad: 'fill-danger', plain: 'fill-text' } as const;

function Row<Actor extends string>({
  event,
  y,
  isPresent,
  xOf,
  head,
}: {
  readonly event: StoryEvent<Actor>;
  readonly y: number;
  readonly isPresent: boolean;
  readonly xOf: (actor: Actor) => number;
  readonly head: string;
}) {
  if (event.kind === 'note') {
    return (
      <Label
        x={xOf(event.at)}
        y={y}
        text={event.label}
        className={`font-bold ${tones[event.tone ?? 'plain']}`}
      />
    );
  }
  const [from, to] = [xOf(event.from), xOf(event.to)];
  const end = event.isLost ? from + (to - from) * 0.6 : to;
  return (
    <g>
      <line
        x1={`${from}%`}
        x2={`${end}%`}
        y1={y}
        y2={y}
        strokeDasharray={event.isLost ? '5 4' : undefined}
        markerEnd={event.isLost ? undefined : `url(#${head})`}
        className={`stroke-text ${isPresent ? 'stroke-[3px]' : 'stroke-2'}`}
      />
      {event.isLost && (
        <svg aria-hidden="true" x={`${end}%`} y={y} className="overflow-visible">
          <path d="M-6-6 6 6M6-6-6 6" className="stroke-danger stroke-[3px]" />
        </svg>
      )}
      <Label x={(from + end) / 2} y={y - 7} text={event.label} className="fill-text" />
    </g>
  );
}

/** Text with an edge of the ground's colour, so that lines behind it do not cross it. */
function Label({
  x,
  y,
  text,
  className,
}: {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly className: string;
}) {
  return (
    <text
      x={`${x}%`}
      y={y}
      textAnchor="middle"
      className={`stroke-surface stroke-[5px] [paint-order:stroke] [stroke-linejoin:round] ${className}`}
    >
      {text}
    </text>
  );
}
