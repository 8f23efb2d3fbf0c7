/** The live scenarios that the article points to, by the id in their address. */
export const scenarios = {
  'request-lost': 'the request is lost',
  'killed-before-commit': 'the shop dies before its commit',
  'answer-lost': 'the answer is lost',
  'double-tap': 'a double tap',
  'two-tabs': 'two tabs',
  'retry-while-running': 'a retry while the first still runs',
  'other-amount': 'the same key with another amount',
  'killed-between': 'killed after the charge',
  'charged-in-silence': 'a processor that says nothing',
  'slow-twice': 'a slow processor',
  'paused-owner': 'a paused owner',
  'message-before-answer': 'a message before its answer',
  'message-twice': 'a message twice',
  'late-failure-notice': 'a late notice of failure',
  'key-expired': 'a key after its time',
  'last-one': 'the last one in stock',
  'database-down': 'the database is down',
  'overload-without-jitter': 'an overloaded shop',
} as const;

export type ScenarioId = keyof typeof scenarios;
