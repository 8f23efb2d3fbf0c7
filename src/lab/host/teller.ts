import { type RunEvent, runEventSchema } from '@/ui/lab/protocol';
import { timestamp } from '@/wire/record';

type Telling = RunEvent extends infer Event ? (Event extends RunEvent ? Omit<Event, 'at'> : never) : never;

/** Tells an event of a run, now. */
export type Tell = (event: Telling) => void;

/** Stamps events with the time at which they are told. */
export function teller(listener: (event: RunEvent) => void): Tell {
  return (event) => listener(runEventSchema.parse({ ...event, at: timestamp() }));
}
