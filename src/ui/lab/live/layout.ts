import type { Actor } from '../protocol';
import type { Span } from './drawn';
import { pauseBefore, type Row } from './rows';

/** As wide as there is room for; what does not fit is scrolled. */
export function laneWidthOf(lanes: number, room: number): number {
  return Math.min(190, Math.max(116, Math.floor(room / Math.max(lanes, 1))));
}

const rowHeight = 34;
/** A wait is drawn longer than what follows at once, and never so long that the picture falls apart. */
const waitHeight = 22;

export interface Lane {
  readonly name: string;
  readonly x: number;
}

export interface Place {
  readonly row: Row;
  readonly y: number;
  /** How long nothing happened before it. */
  readonly pause: string | undefined;
}

const order: readonly Actor['kind'][] = ['browser', 'store', 'worker', 'database', 'processor'];

/** The lanes of those who take part, from the shopper to the processor. */
export function lanesOf(actors: readonly Actor[], rows: readonly Row[], room: number): Lane[] {
  const busy = new Set(
    rows.flatMap(({ drawn }) => {
      if (drawn.kind === 'step') return [];
      return drawn.kind === 'note' ? [drawn.lane] : [drawn.from, drawn.to];
    }),
  );
  const present = actors.filter(({ name }) => busy.has(name));
  const width = laneWidthOf(present.length, room);
  return present
    .toSorted(
      (one, other) =>
        order.indexOf(one.kind) - order.indexOf(other.kind) || one.name.localeCompare(other.name),
    )
    .map(({ name }, index) => ({ name, x: (index + 0.5) * width }));
}

export function placesOf(rows: readonly Row[]): {
  readonly places: readonly Place[];
  readonly height: number;
} {
  let y = 0;
  const places = rows.map((row, index) => {
    const pause = pauseBefore(rows, index);
    y += rowHeight + (pause === undefined ? 0 : waitHeight);
    return { row, y, pause };
  });
  return { places, height: y + rowHeight };
}

export interface Stretch {
  readonly lane: string;
  readonly span: Span;
  readonly from: number;
  readonly to: number;
}

/** What lasts, from the note that begins it to the next of its lane, or to the end. */
export function stretchesOf(places: readonly Place[], height: number): Stretch[] {
  const notes = places.flatMap(({ row: { drawn }, y }) => (drawn.kind === 'note' ? [{ ...drawn, y }] : []));
  return notes.flatMap(({ lane, begins, y }, index) => {
    if (begins === undefined) return [];
    const next = notes.slice(index + 1).find((later) => later.lane === lane);
    return [{ lane, span: begins, from: y, to: next?.y ?? height }];
  });
}
