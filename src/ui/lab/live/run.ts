import {
  type Actor,
  type Arrivals,
  type Counters,
  copiesOf,
  type Happening,
  type Message,
  type RunEvent,
  type Shown,
} from '../protocol';

type Done = Extract<RunEvent, { type: 'done' }>;

interface At {
  readonly at: number;
}

/** A run as far as it has been told: every fact once, in its last version. */
export interface RunSoFar {
  readonly actors: readonly Actor[];
  readonly messages: readonly Message[];
  /** How attempts came by their answers, by the id of the message; one that arrived twice has two. */
  readonly endings: ReadonlyMap<number, readonly string[]>;
  readonly shown: readonly (At & Shown)[];
  readonly happenings: readonly (At & Happening)[];
  readonly steps: readonly (At & { readonly text: string })[];
  readonly counters: readonly (At & Counters)[];
  /** Of a crowd, as it was last told. */
  readonly arrivals: Arrivals | undefined;
  readonly done: Done | undefined;
}

export function runOf(events: readonly RunEvent[]): RunSoFar {
  const messages = new Map<number, Message>();
  const endings = new Map<number, readonly string[]>();
  const actors = new Map<string, Actor>();
  const run = { shown: [] as (At & Shown)[], happenings: [] as (At & Happening)[] };
  const steps: (At & { text: string })[] = [];
  const counters: (At & Counters)[] = [];
  let arrivals: Arrivals | undefined;
  let done: Done | undefined;
  for (const event of events) {
    const { at } = event;
    switch (event.type) {
      case 'actors':
        for (const actor of event.actors) actors.set(actor.name, actor);
        break;
      case 'message':
        messages.set(event.message.id, event.message);
        break;
      case 'mark':
        endings.set(event.mark.messageId, [...(endings.get(event.mark.messageId) ?? []), event.mark.ending]);
        break;
      case 'shown':
        run.shown.push({ at, ...event.shown });
        break;
      case 'happening':
        run.happenings.push({ at, ...event.happening });
        break;
      case 'step':
        steps.push({ at, text: event.text });
        break;
      case 'counters':
        counters.push({ at, ...event.counters });
        break;
      case 'arrivals':
        arrivals = event.arrivals;
        break;
      case 'done':
        done = event;
    }
  }
  return {
    ...run,
    steps,
    counters,
    endings,
    arrivals,
    done,
    actors: [...actors.values()],
    messages: [...messages.values()],
  };
}

/**
 * What was counted at a moment: orders, charges and ledger as they were last told, and the attempts that the wire had seen by then.
 */
export function countersAt({ counters, messages, arrivals }: RunSoFar, at: number): Counters | undefined {
  const counted = counters.findLast((told) => told.at <= at) ?? counters[0];
  if (!counted || arrivals) return counted;
  const attempts = messages.filter((message) => message.attempt !== undefined && message.sentAt <= at);
  return { ...counted, attempts: attempts.reduce((sum, message) => sum + copiesOf(message), 0) };
}
