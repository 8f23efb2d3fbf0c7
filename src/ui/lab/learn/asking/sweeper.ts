import type { Story, StoryEvent } from '../story';
import { plural, seconds } from '../words';

export type Actor = 'shop' | 'sweeper' | 'processor';

/** What the sweeper does with a call whose outcome nobody knows, at a processor that has no keys. */
export const strategies = {
  send: 'Sends it again',
  ask_at_once: 'Asks at once, sends if there is nothing',
  ask_later: 'Asks after the lease, sends if there is nothing',
} as const;

export type Strategy = keyof typeof strategies;

export interface Sweep {
  readonly story: Story<Actor>;
  readonly charges: number;
}

export interface Times {
  /** When the shop stops waiting for its call. */
  readonly callTimeoutMs: number;
  /** When the claim's lease is over. */
  readonly leaseMs: number;
}

/**
 * One call of a shop that is killed, and the sweeper that finds its claim. The processor charges whatever reaches it, and answers
 * what it holds at that moment.
 *
 * @param arrivesAfterMs when the first call reaches the processor, counted from its start; null: it never does
 */
export function sweep(
  strategy: Strategy,
  arrivesAfterMs: number | null,
  { callTimeoutMs, leaseMs }: Times,
): Sweep {
  const looksAtMs = strategy === 'ask_later' ? leaseMs : callTimeoutMs;
  const told: { readonly atMs: number; readonly event: StoryEvent<Actor> }[] = [];
  const hasArrived = arrivesAfterMs !== null && arrivesAfterMs <= looksAtMs;
  let charges = 0;
  const charged = (atMs: number, whose: string): void => {
    charges += 1;
    told.push({
      atMs,
      event: {
        ...{
          kind: 'note',
          at: 'processor',
          label: plural(charges, 'charge'),
          tone: charges > 1 ? 'bad' : 'good',
        },
        text: `At ${seconds(atMs)}: ${whose} call reaches the processor, and it charges. It holds ${plural(charges, 'charge')}.`,
      },
    });
  };
  const tell = (atMs: number, event: StoryEvent<Actor>): void => {
    told.push({ atMs, event });
  };

  tell(0, {
    ...{ kind: 'message', from: 'shop', to: 'processor', label: 'charge', isLost: arrivesAfterMs === null },
    text: `At 0 s: the shop asks for a charge${arrivesAfterMs === null ? ', and the request is lost' : ''}. Then it is killed.`,
  });
  if (arrivesAfterMs !== null && hasArrived) charged(arrivesAfterMs, 'the shop’s');
  let sends = strategy === 'send';
  if (strategy !== 'send') {
    tell(looksAtMs, {
      ...{ kind: 'message', from: 'sweeper', to: 'processor', label: 'is there a charge?' },
      text: `At ${seconds(looksAtMs)}: the sweeper asks whether there is a charge of this purchase.`,
    });
    tell(looksAtMs, {
      ...{ kind: 'message', from: 'processor', to: 'sweeper', label: hasArrived ? 'yes' : 'no' },
      text: hasArrived ? 'There is: the sweeper settles it.' : 'There is none, says the processor: none yet.',
    });
    sends = !hasArrived;
  }
  if (sends) {
    tell(looksAtMs, {
      ...{ kind: 'message', from: 'sweeper', to: 'processor', label: 'charge' },
      text: `At ${seconds(looksAtMs)}: the sweeper asks for a charge.`,
    });
    charged(looksAtMs, 'the sweeper’s');
  }
  if (arrivesAfterMs !== null && !hasArrived) charged(arrivesAfterMs, 'the shop’s late');
  return { story: told.map(({ event }) => event), charges };
}
