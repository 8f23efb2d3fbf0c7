import { edit, type Mutant, tests } from '../mutant';

const door = 'src/trpc/door.ts';
const limits = 'src/trpc/limits.ts';
const breaker = 'src/payments/breaker.ts';
const processor = 'src/payments/processor.ts';
const shopperChecks = 'shopperChecks: readonly Check[] = [stopping, deadline, breaker, limits];';

const doorTests = 'src/trpc/door.db.test.ts';
const crowdTests = 'src/trpc/door-crowd.db.test.ts';
const limitsTests = 'src/trpc/limits.test.ts';
const limitsStoreTests = 'src/trpc/door-limits.db.test.ts';
const breakerTests = 'src/payments/breaker.test.ts';
const breakerStoreTests = 'src/trpc/door-breaker.db.test.ts';

const dead =
  'begins nothing more while the processor is dead, still answers what is known, and pays again once one payment came through';

function withChecks(checks: string): ReturnType<typeof edit> {
  return edit(door, shopperChecks, `shopperChecks: readonly Check[] = [${checks}];`);
}

/** What is turned away before anything is claimed, and what never is. */
export const atTheDoor: readonly Mutant[] = [
  {
    name: 'door-known-key',
    without: 'the look whether a key is known before its attempt is turned away',
    seenIn: 'process',
    edits: [edit(door, 'if (await isKnown(visit.id)) return', 'if (refusal.message === "") return')],
    caughtBy: tests(
      doorTests,
      'limits shoppers and not operators, and lets a key pass that only the database knows',
      'begins nothing more once the process is told to end, and still answers what is known',
    ),
  },
  {
    name: 'door-stopping',
    without: 'the refusal of new payments by a process that ends',
    seenIn: 'process',
    edits: [withChecks('deadline, breaker, limits')],
    caughtBy: tests(
      doorTests,
      'begins nothing more once the process is told to end, and still answers what is known',
    ),
  },
  {
    name: 'door-declines',
    without: 'the limit on declined cards',
    seenIn: 'process',
    edits: [edit(limits, 'if (declinedMs > 0) return declinedMs;', 'if (declinedMs < 0) return declinedMs;')],
    caughtBy: tests(
      limitsTests,
      'lets a shopper begin nothing more after so many declined cards in an hour',
      'lets nobody at an address begin anything more after so many declined cards there',
    ),
  },
  {
    name: 'door-counted-once',
    without: 'the memory of which keys have been counted',
    seenIn: 'process',
    edits: [edit(limits, '    if (this.#countedPayments.has(payer.payment)) return null;\n', '')],
    caughtBy: tests(limitsTests, 'counts a key once, however often it is attempted'),
  },
  {
    name: 'door-bounded-memory',
    without: 'the bound on the places that shoppers and addresses are counted in',
    seenIn: 'process',
    edits: [edit(limits, ".digest('hex').slice(0, 4);", ".digest('hex');")],
    caughtBy: tests(
      limitsTests,
      'stays within its memory, however many shoppers and addresses an attack makes up',
    ),
  },
  {
    name: 'door-forged-address',
    without: 'the doubt about an address that a caller names itself',
    seenIn: 'process',
    edits: [
      edit(
        'src/platform/address.ts',
        'trusted.check(address, familyOf(address))',
        "(trusted.check(address, familyOf(address)) || address !== '')",
      ),
    ],
    caughtBy: tests(
      'src/platform/address.test.ts',
      'the address of a caller is its connection, whatever it claims',
    ),
  },
  {
    name: 'door-one-probe',
    without: 'the rule that one payment at a time tries a processor that was dead',
    seenIn: 'process',
    edits: [edit(breaker, 'return this.#probe === payment;', 'return this.#probe !== undefined;')],
    caughtBy: tests(
      breakerTests,
      'lets one new payment try the processor after the rest, and all once that is answered',
    ),
  },
  {
    name: 'door-deadline',
    without: 'the look at the time that is left before something is claimed',
    seenIn: 'store',
    edits: [withChecks('stopping, breaker, limits')],
    caughtBy: tests(
      crowdTests,
      'refuses who has too little time left before anything is claimed, and answers a known key all the same',
    ),
  },
  {
    name: 'door-declines-seen',
    without: 'the note of a declined card',
    seenIn: 'store',
    edits: [edit('src/trpc/keyed.ts', '    if (isDecline(outcome)) await recordDecline(visit);\n', '')],
    caughtBy: tests(
      limitsStoreTests,
      'declined cards end the new payments of a shopper and of an address; a known decline is replayed, and others elsewhere buy',
    ),
  },
  {
    name: 'door-breaker',
    without: 'the breaker at the door',
    seenIn: 'store',
    edits: [withChecks('stopping, deadline, limits')],
    caughtBy: tests(breakerStoreTests, dead),
  },
  {
    name: 'door-breaker-declines',
    without: 'the difference between a processor that declines and one that is dead',
    seenIn: 'store',
    edits: [
      edit(
        processor,
        "'error' in called && isMissing(called.error)",
        "'error' in called && isMissing !== undefined",
      ),
    ],
    caughtBy: tests(
      breakerStoreTests,
      'takes a processor that answers 500 for dead, and one that declines for alive',
    ),
  },
  {
    name: 'door-one-call',
    without: 'the one call to the processor for one attempt',
    seenIn: 'store',
    edits: [edit(processor, '    httpClient: oneCallClient(isPlain),\n', '')],
    caughtBy: tests(breakerStoreTests, dead),
  },
];
