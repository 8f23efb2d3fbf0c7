import { expect, it } from 'vitest';
import type { Message } from '@/ui/lab/protocol';
import { payLabel } from '../scenarios/scenario';
import { type AttemptRow, messageOf } from './marks';

const message = (id: number, more: Partial<Message> = {}): Message => ({
  ...{ id, from: 'tab-1', to: 'store-1', label: payLabel, key: 'a', attempt: 1, sentAt: 1_000, faults: [] },
  ...more,
});
const row = (more: Partial<AttemptRow> = {}): AttemptRow => ({
  ...{ id: 'row', key: 'a', number: 1, ending: 'first', atMs: 2_000, ...more },
});

it('marks the message with the key and the number of the attempt', () => {
  const messages = [
    message(1, { key: 'b' }),
    message(2, { attempt: 2 }),
    message(3, { label: 'INSERT attempt' }),
    message(4),
  ];
  expect(messageOf(row(), messages, new Map())?.id).toBe(4);
  expect(messageOf(row({ number: 3 }), messages, new Map())).toBeUndefined();
});

it('tells two messages with one number apart by when they were answered', () => {
  const messages = [message(1, { answeredAt: 9_000 }), message(2, { answeredAt: 2_010 })];
  expect(messageOf(row(), messages, new Map())?.id).toBe(2);
  expect(messageOf(row(), messages, new Map([[2, 1]]))?.id).toBe(1);
});

it('gives two marks to a message that the wire has delivered twice, and one to others', () => {
  const twice = message(1, { faults: [{ rule: 'twice', kind: 'duplicate', at: 'request' }] });
  expect(messageOf(row(), [twice], new Map([[1, 1]]))?.id).toBe(1);
  expect(messageOf(row(), [twice], new Map([[1, 2]]))).toBeUndefined();
  expect(messageOf(row(), [message(1)], new Map([[1, 1]]))).toBeUndefined();
});
