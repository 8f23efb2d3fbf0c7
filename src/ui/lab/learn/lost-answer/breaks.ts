import { classifyThrown, type FailureKind, payButton } from '@/retry';
import type { Story, StoryEvent } from '../story';
import { seconds } from '../words';

export type Actor = 'browser' | 'shop' | 'processor';

/** Where one exchange can break. */
export const breaks = {
  request: 'The request is lost on its way to the shop',
  shop_before: 'The shop dies before it charges',
  shop_after: 'The shop dies after it has charged',
  answer: 'The answer is lost on its way back',
  nothing: 'Nothing breaks',
} as const;

export type Break = keyof typeof breaks;

export interface Exchange {
  readonly story: Story<Actor>;
  readonly charges: number;
  /** What the browser can tell from what it saw; null when it was answered. */
  readonly browserSees: FailureKind | null;
}

/** One press of Pay, one request, no key: what happens, and what of it the browser can see. */
export function exchangeThatBreaks(at: Break): Exchange {
  const story: StoryEvent<Actor>[] = [];
  const sent = at !== 'request';
  story.push({
    kind: 'message',
    from: 'browser',
    to: 'shop',
    label: 'pay',
    isLost: !sent,
    text: sent
      ? 'The browser asks the shop to take the payment.'
      : 'The browser asks, and the request is lost.',
  });
  if (at === 'shop_before') {
    story.push({
      kind: 'note',
      at: 'shop',
      label: 'dies',
      tone: 'bad',
      text: 'The shop dies before it charges.',
    });
  }
  const isCharged = sent && at !== 'shop_before';
  if (isCharged) {
    story.push(
      {
        kind: 'message',
        from: 'shop',
        to: 'processor',
        label: 'charge',
        text: 'The shop asks for the charge.',
      },
      {
        kind: 'note',
        at: 'processor',
        label: 'charged',
        tone: 'good',
        text: 'The processor charges the card.',
      },
    );
  }
  if (at === 'shop_after') {
    story.push({
      kind: 'note',
      at: 'shop',
      label: 'dies',
      tone: 'bad',
      text: 'The shop dies before it is told.',
    });
  } else if (isCharged) {
    story.push(
      { kind: 'message', from: 'processor', to: 'shop', label: 'charged', text: 'The processor says so.' },
      {
        kind: 'message',
        from: 'shop',
        to: 'browser',
        label: 'paid',
        isLost: at === 'answer',
        text: at === 'answer' ? 'The shop says so, and the answer is lost.' : 'The shop says so.',
      },
    );
  }
  if (at === 'nothing') return { story, charges: 1, browserSees: null };
  story.push({
    kind: 'note',
    at: 'browser',
    label: 'no answer',
    tone: 'bad',
    text: `After ${seconds(payButton.attemptTimeoutMs)} the browser stops waiting. It has seen nothing at all.`,
  });
  return { story, charges: isCharged ? 1 : 0, browserSees: classifyThrown(noAnswer()).kind };
}

/** What `fetch` throws, whichever of them it was. */
const noAnswer = (): Error => new TypeError('Failed to fetch');
