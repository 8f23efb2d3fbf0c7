export interface Question {
  readonly ask: string;
  readonly options: readonly string[];
  /** Index of the option that is right. */
  readonly right: number;
  readonly why: string;
}

export const questions: readonly Question[] = [
  {
    ask: 'A payment request times out. What do you know?',
    options: ['The card was not charged.', 'The card was charged.', 'Nothing, in either direction.'],
    right: 2,
    why: 'A time-out tells that you stopped waiting. The request may be lost, running, or done. The only safe next step is one that is right in all three cases: the same request with the same key.',
  },
  {
    ask: 'When is the key made?',
    options: [
      'In the function that sends the request.',
      'Once, when the shopper presses Pay, before the first send.',
      'On the server, when the order is created.',
    ],
    right: 1,
    why: 'A key made in the sending function is new at each attempt and protects nothing. A key made by the server comes too late: the retry of a request whose answer was lost does not have it.',
  },
  {
    ask: 'Two requests with one key arrive at once. Both SELECT the key, find nothing, and go on. The table has a primary key. What happens?',
    options: [
      'The second INSERT fails, so there is one charge.',
      'Both may have charged before either inserts.',
      'The database makes one of them wait at the SELECT.',
    ],
    right: 1,
    why: 'The primary key does stop the second row, but after both have charged. The constraint protects what comes after the INSERT, so the INSERT must come first.',
  },
  {
    ask: 'A worker whose lease has run out wakes up and learns from the processor that the charge was captured. May it write that?',
    options: ['No, it is fenced.', 'Yes: a fact needs no lease.', 'Only if nobody else has taken over.'],
    right: 1,
    why: 'Captured is a fact whoever brings it, and writing it twice changes nothing. What needs the token is what only an owner may say: “unknown”, “not made”, undo.',
  },
  {
    ask: 'A server answers 500 to a keyed request. Should that answer be stored under the key?',
    options: [
      'Yes, every answer is.',
      'No: it says nothing final, and would turn a doubt into a failure.',
      'Only for 24 hours.',
    ],
    right: 1,
    why: 'The charge may have been made before the 500. Stored, it would answer every retry with a failure that may be untrue. Deleted and run again without a key at the processor, it would charge twice. It stays in doubt until there is a fact.',
  },
  {
    ask: 'The gateway, the service and the database client each make 3 attempts. The database is down. How many queries does one click cause?',
    options: ['9', '27', '3'],
    right: 1,
    why: 'They multiply: 3 × 3 × 3. Let one layer retry, the one that knows whether anybody still waits.',
  },
  {
    ask: '“Set the quantity to 2” is sent twice. Does it need an idempotency key?',
    options: [
      'Yes, it changes something.',
      'No: done twice it comes to the same.',
      'Only over a bad network.',
    ],
    right: 1,
    why: 'It names the state that it wants, not a change. “Add 1” would need a key. Writing operations so that they are harmless to repeat is cheaper than any table.',
  },
];
