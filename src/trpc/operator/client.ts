import { createTRPCClient, httpLink } from '@trpc/client';
import type { ConsoleRouter } from './console-router';

/** What a call of the console sends along, as its `context`. */
export type OperatorCallContext = {
  /** Of a refund. */
  readonly idempotencyKey?: string;
  /** The version of the order that the operator has seen. */
  readonly ifMatch?: number;
};

function headersOf({ idempotencyKey, ifMatch }: OperatorCallContext): Record<string, string> {
  return {
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': JSON.stringify(idempotencyKey) }),
    ...(ifMatch !== undefined && { 'If-Match': JSON.stringify(String(ifMatch)) }),
  };
}

/** The console's client in a browser: the operator's cookie goes to its address alone. One call is one request. */
export const operatorApi = createTRPCClient<ConsoleRouter>({
  links: [httpLink({ url: '/api/console', headers: ({ op }) => headersOf(op.context) })],
});
