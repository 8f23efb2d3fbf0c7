import type { RuleInput } from '@/wire/rules';
import { startTestWire } from './test-wire';

export type Breakage = RuleInput['effect'];

/** It arrives and is worked on; the answer never comes back. */
export const silenceAfter: Breakage = { kind: 'drop', at: 'answer' };
/** It arrives and is worked on; the answer is replaced by a 500. */
export const errorAfter: Breakage = {
  kind: 'status',
  at: 'answer',
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"error":{"type":"api_error","message":"Something went wrong."}}',
};
/** It never arrives: the connection is reset before anything is handed on. */
export const resetBefore: Breakage = { kind: 'reset', at: 'request' };

/** A processor behind a wire of its own. */
export interface WiredProcessor {
  /** Where a shop reaches it. */
  readonly url: string;
  /** Breaks POSTs in one way from now on: the first so many, or all; those of payments, or of another path. */
  break(effect: Breakage, which?: { readonly times?: number; readonly path?: string }): Promise<void>;
  /** Lets everything through again. */
  mend(): Promise<void>;
  /** How many were broken since `break`. */
  broken(): Promise<number>;
  /** How many POSTs have come by, from the start. */
  posts(): Promise<number>;
  stop(): Promise<void>;
}

/** Puts a wire before a processor. */
export async function wireProcessor(processorUrl: string): Promise<WiredProcessor> {
  const { control, stop } = await startTestWire();
  const { hostname: host, port } = new URL(processorUrl);
  const { authority } = await control.openLink({
    ...{ name: 'shop-processor', from: 'shop', to: 'processor', protocol: 'http', listen: {} },
    target: { host, port: Number(port) },
  });
  return {
    url: `http://${authority}`,
    break: (effect, { path = '/v1/payment_intents', ...which } = {}) =>
      control.setRules([{ id: 'broken', match: { method: 'POST', path }, effect, ...which }]),
    mend: () => control.clearRules(),
    broken: async () => (await control.ruleCounts()).reduce((sum, { acted }) => sum + acted, 0),
    posts: async () => (await control.exchanges()).filter(({ method }) => method === 'POST').length,
    stop,
  };
}
