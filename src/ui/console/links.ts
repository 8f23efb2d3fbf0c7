import type { KeyName } from './queries';

/** Where things are shown. What is chosen stands in the address, so that it can be handed to a colleague. */

export function keyHref({ scope, operation, key }: KeyName): string {
  return `/console/key?${new URLSearchParams({ scope, operation, key })}`;
}

export function orderHref(orderId: string): string {
  return `/console/order?${new URLSearchParams({ id: orderId })}`;
}

export function searchHref(text: string): string {
  return text === '' ? '/console' : `/console?${new URLSearchParams({ q: text })}`;
}

export function runHref(runId: string): string {
  return `/console/reconciliation?${new URLSearchParams({ run: runId })}`;
}
