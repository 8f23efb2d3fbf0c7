import type { Story, StoryEvent } from '../story';
import { plural } from '../words';

export type Actor = 'processor' | 'shop' | 'database';

/** When a message's id is remembered, and when it has its effect. */
export const handlers = {
  no_inbox: 'Remember nothing',
  effect_first: 'Effect, then remember the id',
  note_first: 'Remember the id, then effect',
  one_transaction: 'Id and effect in one transaction',
} as const;

export type Handler = keyof typeof handlers;

type Step = 'effect' | 'note' | 'both' | 'acknowledge';

const stepsOf: Readonly<Record<Handler, readonly Step[]>> = {
  no_inbox: ['effect', 'acknowledge'],
  effect_first: ['effect', 'note', 'acknowledge'],
  note_first: ['note', 'effect', 'acknowledge'],
  one_transaction: ['both', 'acknowledge'],
};

/** After how many steps of the first delivery the shop can be killed: before the acknowledgement has gone out. */
export function crashPoints(handler: Handler): readonly { readonly after: number; readonly name: string }[] {
  return stepsOf[handler].map((_, after) => ({
    after,
    name: after === 0 ? 'before anything' : `after: ${names[stepsOf[handler][after - 1] ?? 'note']}`,
  }));
}

const names: Readonly<Record<Step, string>> = {
  effect: 'the effect',
  note: 'remembering the id',
  both: 'id and effect',
  acknowledge: 'the acknowledgement',
};

export interface Deliveries {
  readonly story: Story<Actor>;
  /** How often the message had its effect. Once is right. */
  readonly effects: number;
}

/**
 * A message that is delivered until it is acknowledged, and once more, because "at least once" allows that.
 *
 * @param crashAfter how many steps of the first delivery are done before the shop is killed; null: it is not
 */
export function deliver(handler: Handler, crashAfter: number | null): Deliveries {
  const story: StoryEvent<Actor>[] = [];
  let isNoted = false;
  let effects = 0;
  let acknowledged = 0;

  for (let delivery = 1; acknowledged < 2; delivery += 1) {
    story.push({
      kind: 'message',
      from: 'processor',
      to: 'shop',
      label: 'evt_1',
      text:
        delivery === 1
          ? 'The processor delivers evt_1: the payment was captured.'
          : `The processor delivers evt_1 ${acknowledged > 0 ? 'once more, although it was acknowledged' : 'again: nobody acknowledged it'}.`,
    });
    const steps = isNoted ? (['acknowledge'] as const) : stepsOf[handler];
    if (isNoted)
      story.push({
        kind: 'note',
        at: 'shop',
        label: 'known',
        tone: 'good',
        text: 'The shop has this id already.',
      });
    const isKilled = delivery === 1 && crashAfter !== null;
    for (const step of isKilled ? steps.slice(0, crashAfter) : steps) {
      if (step === 'effect' || step === 'both') effects += 1;
      if (step === 'note' || step === 'both') isNoted = true;
      if (step === 'acknowledge') acknowledged += 1;
      story.push(tell(step, effects));
    }
    if (isKilled)
      story.push({
        kind: 'note',
        at: 'shop',
        label: 'killed',
        tone: 'bad',
        text: 'The shop is killed before it acknowledges.',
      });
  }
  return { story, effects };
}

function tell(step: Step, effects: number): StoryEvent<Actor> {
  const posted = `The ledger holds ${plural(effects, 'entry', 'entries')} for it.`;
  switch (step) {
    case 'effect':
      return {
        kind: 'message',
        from: 'shop',
        to: 'database',
        label: 'effect',
        text: `The effect is committed. ${posted}`,
      };
    case 'note':
      return {
        kind: 'message',
        from: 'shop',
        to: 'database',
        label: 'remember',
        text: 'The id is remembered.',
      };
    case 'both':
      return {
        ...{ kind: 'message', from: 'shop', to: 'database', label: 'id + effect' },
        text: `Id and effect are committed together. ${posted}`,
      };
    case 'acknowledge':
      return { kind: 'message', from: 'shop', to: 'processor', label: '200', text: 'The shop acknowledges.' };
  }
}
