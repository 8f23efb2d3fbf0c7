import type { RuleInput } from '@/wire/rules';

const charge = { from: 'store-1', method: 'POST', path: '/v1/payment_intents' };

/** The one send of a store does not arrive. */
export const unsent: RuleInput = {
  id: 'unsent',
  match: charge,
  times: 1,
  effect: { kind: 'reset', at: 'request' },
};

/** The owner of a purchase is killed with its charge on the wire: before it arrives, or when it has been made. */
export function ownerDies(at: 'request' | 'answer'): RuleInput {
  return { id: 'owner', match: charge, times: 1, effect: { kind: 'kill', at, process: 'store-1' } };
}
