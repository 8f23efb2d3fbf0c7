import { edit, type Mutant, tests } from '../mutant';

const frontDoor = 'src/trpc/front-door.ts';
const line = 'src/platform/line.ts';
const lineTests = 'src/platform/line.test.ts';
const frontTests = 'src/trpc/front-door.test.ts';

const repeats =
  'turns repeats of unknown keys away in a standing line, while first attempts stand in it and known keys pass';

/** The bound on what one process works on at a time, and what passes it. */
export const overload: readonly Mutant[] = [
  {
    name: 'door-read-aside',
    without: 'the way past the line in front of the database for a key that is known',
    seenIn: 'process',
    edits: [
      edit(
        'src/idempotency/drive.ts',
        '(isKnown ? readAside : database.queryAlone)(readClaim(claim))',
        '(isKnown ? database : { ...database, readAside }).queryAlone(readClaim(claim))',
      ),
    ],
    caughtBy: tests(
      'src/idempotency/aside.db.test.ts',
      'replays it, tells another input apart, and joins an attempt of another process, all by reads aside',
    ),
  },
  {
    name: 'door-bounded-line',
    without: 'the end of the line',
    seenIn: 'process',
    edits: [edit(line, 'if (this.#waiters.size >= longest) return null;', 'if (longest === 0) return null;')],
    caughtBy: tests(
      lineTests,
      'takes up a burst of twenty for each place, and sends the next one away at once',
      'is one for each place long once it has stood for half a second, and forgets that as soon as it was empty',
    ),
  },
  {
    name: 'door-standing-line',
    without: 'the shorter end of a line that stays',
    seenIn: 'process',
    edits: [
      edit(line, 'this.isStanding ? standingPerPlace : burstPerPlace', 'burstPerPlace || standingPerPlace'),
    ],
    caughtBy: tests(
      lineTests,
      'is one for each place long once it has stood for half a second, and forgets that as soon as it was empty',
    ),
  },
  {
    name: 'door-waits-outside',
    without: 'the place that is free while a purchase waits for the processor',
    seenIn: 'process',
    edits: [edit(line, 'this.#isOut = true;', 'this.#isOut = false;')],
    caughtBy: tests(
      lineTests,
      'frees a place while its work waits outside, and gives it back afterwards without a line',
    ),
  },
  {
    name: 'door-first-attempts',
    without: 'the difference between first attempts and repeats when some must be shed',
    seenIn: 'process',
    edits: [edit(frontDoor, "headers['x-attempt'])) === 1", "headers['x-attempt'])) === 0")],
    caughtBy: tests(frontTests, repeats),
  },
  {
    name: 'door-shedding',
    without: 'the shedding of repeats',
    seenIn: 'process',
    edits: [
      edit(frontDoor, 'shedding.spend() || !line().isStanding', 'shedding.spend() || line() !== undefined'),
    ],
    caughtBy: tests(frontTests, repeats),
  },
  {
    name: 'door-conflicts',
    without: 'the second run of a transaction that PostgreSQL has ended in favour of another',
    seenIn: 'process',
    edits: [edit('src/platform/database.ts', 'maxAttempts: 2,', 'maxAttempts: 0,')],
    caughtBy: tests(
      'src/platform/conflicts.db.test.ts',
      'runs the victim of a deadlock again, so that both transactions are done, each once',
    ),
  },
];
