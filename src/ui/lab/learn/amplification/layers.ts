import { payButton, processorCall } from '@/retry';

export interface Layer {
  readonly name: string;
  /** Attempts that it makes of every call it gets. */
  readonly attempts: number;
}

/** How many requests reach each layer's callee when the one at the bottom always fails: the product so far. */
export function requestsBelow(layers: readonly Layer[]): readonly number[] {
  let requests = 1;
  return layers.map(({ attempts }) => {
    requests *= attempts;
    return requests;
  });
}

/** Layers that all retry alike. */
export function alike(layers: number, attempts: number): readonly Layer[] {
  return Array.from({ length: layers }, (_, index) => ({ name: `layer ${index + 1}`, attempts }));
}

/** The two hops of a payment, as the shop's policies have them. */
export function layersOfTheShop(): readonly Layer[] {
  return [
    { name: 'browser to shop', attempts: payButton.maxAttempts },
    { name: 'shop to processor', attempts: processorCall.maxAttempts },
  ];
}
