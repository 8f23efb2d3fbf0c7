import { invalidRequest } from './errors';
import { EXPANDABLE, expand } from './expansion';
import type { Call } from './operation';
import { integer, parameters, required, text } from './parameters';
import type { PaymentIntent } from './records';
import { paymentIntentShape } from './shapes';

// Stripe's search query language (docs.stripe.com/search): clauses joined by AND or by OR, never both.
const CLAUSE =
  /^\s*(-)?\s*(\w+)(?:\[(['"])((?:\\.|(?!\3).)*)\3\])?\s*(:|~|>=|<=|>|<)\s*(?:(['"])((?:\\.|(?!\6).)*)\6|(null)|(-?\d+))/;
const CONNECTIVE = /^\s+(AND|OR)\s+/i;
const NUMBERS: readonly string[] = ['amount', 'created'];
const WORDS: readonly string[] = ['status', 'currency', 'metadata'];

type Test = (intent: PaymentIntent) => boolean;

/** `GET /v1/payment_intents/search`. */
export const searchParameters = parameters({
  query: required(text(10_000)),
  limit: integer({ minimum: 1, maximum: 100 }),
  page: text(255),
  expand: expand(EXPANDABLE.paymentIntent, 'data.'),
});

/** One page of what the query finds. Like Stripe's, the index lags: intents younger than the lag are not in it yet. */
export function searchPage(call: Call, given: ReturnType<typeof searchParameters>) {
  const matches = parseQuery(given.query);
  const indexedUntil = (call.nowMs - call.searchLagMs) / 1000;
  const found = [...call.books.paymentIntents.values()]
    .reverse()
    .filter((intent) => intent.created <= indexedUntil && matches(intent));
  const start = given.page === undefined ? 0 : startOf(given.page);
  const end = start + (given.limit ?? 10);
  return {
    object: 'search_result',
    data: found.slice(start, end).map((intent) => paymentIntentShape(call.books, intent, given.expand)),
    has_more: end < found.length,
    next_page: end < found.length ? Buffer.from(`from:${end}`).toString('base64url') : null,
    url: '/v1/payment_intents/search',
  };
}

function startOf(page: string): number {
  const start = /^from:(\d{1,9})$/.exec(Buffer.from(page, 'base64url').toString())?.[1];
  if (start === undefined) throw invalidRequest(`Invalid page: ${page}`, { param: 'page' });
  return Number(start);
}

function parseQuery(query: string): Test {
  const tests: Test[] = [];
  const connectives = new Set<string>();
  let rest = query;
  for (;;) {
    const clause = CLAUSE.exec(rest);
    if (clause === null) throw cannotParse(`near "${rest.trim().slice(0, 40)}"`);
    tests.push(testOf(clause));
    rest = rest.slice(clause[0].length);
    if (rest.trim() === '') break;
    const connective = CONNECTIVE.exec(rest);
    if (connective === null) throw cannotParse(`near "${rest.trim().slice(0, 40)}"`);
    connectives.add((connective[1] ?? '').toUpperCase());
    rest = rest.slice(connective[0].length);
  }
  if (connectives.size > 1) throw cannotParse('AND and OR cannot be combined in one query');
  return connectives.has('OR')
    ? (intent) => tests.some((test) => test(intent))
    : (intent) => tests.every((test) => test(intent));
}

function testOf(clause: RegExpExecArray): Test {
  const [, negation, field = '', , key, operator = '', , quoted, isNull, bare] = clause;
  const test =
    NUMBERS.includes(field) && key === undefined
      ? numberTest(field, operator, quoted ?? bare)
      : WORDS.includes(field) && (field === 'metadata') === (key !== undefined)
        ? wordTest(field, unescaped(key), operator, isNull === undefined ? unescaped(quoted) : null)
        : undefined;
  if (test === undefined) throw cannotParse(`the clause "${clause[0].trim()}" is not supported`);
  return negation === undefined ? test : (intent) => !test(intent);
}

function numberTest(field: string, operator: string, value: string | undefined): Test | undefined {
  const wanted = value === undefined || !/^-?\d+$/.test(value) ? undefined : Number(value);
  if (wanted === undefined) return undefined;
  const read = (intent: PaymentIntent) => (field === 'amount' ? intent.amount : intent.created);
  switch (operator) {
    case ':':
      return (intent) => read(intent) === wanted;
    case '>':
      return (intent) => read(intent) > wanted;
    case '>=':
      return (intent) => read(intent) >= wanted;
    case '<':
      return (intent) => read(intent) < wanted;
    case '<=':
      return (intent) => read(intent) <= wanted;
    default:
      return undefined;
  }
}

function wordTest(
  field: string,
  key: string | undefined,
  operator: string,
  wanted: string | null | undefined,
): Test | undefined {
  const read = (intent: PaymentIntent) => {
    if (field === 'status') return intent.status;
    if (field === 'currency') return intent.currency;
    return key !== undefined && Object.hasOwn(intent.metadata, key) ? intent.metadata[key] : undefined;
  };
  // Only metadata can be missing, so only it can be asked for with null.
  if (wanted === null)
    return field === 'metadata' && operator === ':' ? (intent) => read(intent) === undefined : undefined;
  if (wanted === undefined) return undefined;
  const word = wanted.toLowerCase();
  if (operator === ':') return (intent) => read(intent)?.toLowerCase() === word;
  if (operator === '~') return (intent) => read(intent)?.toLowerCase().includes(word) ?? false;
  return undefined;
}

function unescaped(value: string | undefined): string | undefined {
  return value?.replace(/\\(.)/g, '$1');
}

function cannotParse(why: string) {
  return invalidRequest(`We were unable to parse your search query: ${why}.`, { param: 'query' });
}
