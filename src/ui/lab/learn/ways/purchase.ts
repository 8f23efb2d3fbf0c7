import { attemptTimeoutMs, decide, type RetryPolicy } from '@/retry';
import { seededRandom } from '@/retry/testing/seeded-random';
import type { Story, StoryEvent } from '../story';
import { plural, seconds } from '../words';

export type Actor = 'browser' | 'shop' | 'processor';

/** How a client tells the shop that two requests are one purchase; or does not. */
export const ways = {
  no_key: 'No key',
  new_key_each_attempt: 'A new key for each attempt',
  one_key: 'One key for the purchase',
} as const;

export type Way = keyof typeof ways;

/** What becomes of an attempt. */
export const fates = {
  answered: 'is answered',
  request_lost: 'loses its request',
  answer_lost: 'loses its answer',
} as const;

export type Fate = keyof typeof fates;

export interface PurchaseRun {
  readonly story: Story<Actor>;
  readonly attempts: number;
  readonly charges: number;
  readonly isAnswered: boolean;
}

/**
 * One press of Pay under a policy: the retries and their waits are those of `decide`. The shop remembers what it answered to
 * which key, as long as it is given one.
 *
 * @param fateOf of the first attempts; later ones are answered
 */
export function purchase(policy: RetryPolicy, way: Way, fateOf: readonly Fate[], seed: string): PurchaseRun {
  const story: StoryEvent<Actor>[] = [];
  const random = seededRandom(seed);
  const remembered = new Set<string>();
  let charges = 0;
  let elapsedMs = 0;
  let previousDelayMs: number | undefined;

  for (let attempt = 1; ; attempt += 1) {
    const fate = fateOf[attempt - 1] ?? 'answered';
    const key = keyOf(way, attempt);
    story.push({
      kind: 'message',
      from: 'browser',
      to: 'shop',
      label: key === null ? 'pay' : `pay, key ${key}`,
      isLost: fate === 'request_lost',
      text: `At ${seconds(elapsedMs)}: attempt ${attempt}${key === null ? '' : ` with key ${key}`}${
        fate === 'request_lost' ? ' is lost on its way.' : ' reaches the shop.'
      }`,
    });
    if (fate !== 'request_lost') {
      if (key !== null && remembered.has(key)) {
        story.push({
          kind: 'note',
          at: 'shop',
          label: 'seen before',
          tone: 'good',
          text: `The shop knows key ${key}: it repeats its stored answer and charges nothing.`,
        });
      } else {
        charges += 1;
        if (key !== null) remembered.add(key);
        story.push(
          {
            kind: 'message',
            from: 'shop',
            to: 'processor',
            label: 'charge',
            text: 'To the shop this is a new purchase: it asks for a charge.',
          },
          {
            kind: 'note',
            at: 'processor',
            label: plural(charges, 'charge'),
            tone: charges > 1 ? 'bad' : 'good',
            text: `The processor charges the card. So far: ${plural(charges, 'charge')}.`,
          },
        );
      }
      story.push({
        kind: 'message',
        from: 'shop',
        to: 'browser',
        label: 'paid',
        isLost: fate === 'answer_lost',
        text:
          fate === 'answer_lost' ? 'The answer is lost on its way back.' : 'The browser is answered: paid.',
      });
    }
    if (fate === 'answered') return { story, attempts: attempt, charges, isAnswered: true };
    const waitedMs = attemptTimeoutMs(policy, elapsedMs);
    elapsedMs += waitedMs;
    const decision = decide(policy, {
      ...{ attempt, elapsedMs, previousDelayMs, random: random() },
      failure: { kind: 'lost' },
    });
    if (decision.kind === 'stop') {
      story.push({
        kind: 'note',
        at: 'browser',
        label: 'stops',
        tone: 'bad',
        text: `No answer after ${seconds(waitedMs)}. The policy says stop: ${decision.why.replaceAll('_', ' ')}.`,
      });
      return { story, attempts: attempt, charges, isAnswered: false };
    }
    story.push({
      kind: 'note',
      at: 'browser',
      label: `waits ${seconds(decision.delayMs)}`,
      text: `No answer after ${seconds(waitedMs)}. The browser waits ${seconds(decision.delayMs)}, then tries again.`,
    });
    elapsedMs += decision.delayMs;
    previousDelayMs = decision.delayMs;
  }
}

function keyOf(way: Way, attempt: number): string | null {
  if (way === 'no_key') return null;
  return way === 'one_key' ? 'k-7' : `k-${6 + attempt}`;
}
