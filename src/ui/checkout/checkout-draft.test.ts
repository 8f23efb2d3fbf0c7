import { expect, test } from 'vitest';
import { loadDraft, saveDraft } from './checkout-draft';
import { type CheckoutFields, emptyCheckout } from './checkout-values';
import type { TabStorage } from './purchase-storage';

function tab(): { items: Map<string, string>; storage: () => TabStorage } {
  const items = new Map<string, string>();
  const storage: TabStorage = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
  return { items, storage: () => storage };
}

const forbidden = (): TabStorage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const typed: CheckoutFields = {
  ...emptyCheckout,
  email: 'ada@example.com',
  shippingAddress: { ...emptyCheckout.shippingAddress, name: 'Ada', country: 'GB', postalCode: 'SW1A' },
  shippingOptionId: 'express',
  card: { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' },
};

test('a reload finds what was typed, and never the card', () => {
  const { items, storage } = tab();
  saveDraft(typed, storage);
  expect(loadDraft(storage)).toEqual({ ...typed, card: emptyCheckout.card });
  expect([...items.values()].join()).not.toMatch(/4242|cvc|12 \/ 34/);
});

test('a storage that is empty, foreign or forbidden gives an empty checkout', () => {
  const { items, storage } = tab();
  expect(loadDraft(storage)).toEqual(emptyCheckout);
  for (const text of ['{"email":7}', 'no JSON', 'null']) {
    items.set('doubletap.checkout', text);
    expect(loadDraft(storage)).toEqual(emptyCheckout);
  }
  saveDraft(typed, forbidden);
  expect(loadDraft(forbidden)).toEqual(emptyCheckout);
});
