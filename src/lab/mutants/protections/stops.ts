import { edit, type Mutant, tests } from '../mutant';

const stopTests = 'src/platform/stopping.db.test.ts';
const door = 'src/trpc/door.ts';
const keyed = 'src/trpc/keyed.ts';
const route = 'src/app/api/trpc/[trpc]/route.ts';
const stopStore = 'src/platform/stop-store.ts';

/** What a store that is told to end owes to its callers. */
export const stops: readonly Mutant[] = [
  {
    name: 'stop-not-ready',
    without: 'the word that a store is not ready any more',
    seenIn: 'store',
    edits: [
      edit(
        'src/app/api/ready/route.ts',
        "  if (isStopping()) return unavailable('shutting_down');\n",
        '  isStopping();\n',
      ),
    ],
    caughtBy: tests(stopTests, 'says that it is not ready, and why, while it finishes'),
  },
  {
    name: 'stop-refuses-new',
    without: 'the refusal of new purchases by a store that is about to end',
    seenIn: 'store',
    edits: [edit(door, 'return isStopping()\n', 'return isStopping() === null\n')],
    caughtBy: tests(
      stopTests,
      'refuses a purchase that it does not know and claims nothing, so that another store can take it',
    ),
  },
  {
    name: 'stop-answers-known',
    without: 'the answers to known keys of a store that is about to end',
    seenIn: 'store',
    edits: [
      edit(door, '  if (engine().isUnderWay(visit.id)) return { isKnown: false };\n', ''),
      edit(door, '  if (await isKnown(visit.id)) return { isKnown: true };\n', ''),
    ],
    caughtBy: tests(
      stopTests,
      'answers what it knows to the end: a stored answer with the same bytes, a duplicate with the answer under way',
    ),
  },
  {
    name: 'stop-finishes-work',
    without: 'the wait for work that goes on when nobody waits for its answer',
    seenIn: 'store',
    edits: [
      edit(route, 'after(finishFirst(work))', 'after(work)'),
      edit(route, "import { finishFirst } from '@/platform/stopping';\n", ''),
    ],
    caughtBy: tests(
      stopTests,
      'finishes a charge whose caller has left, and records the attempt, before it ends',
    ),
  },
  {
    name: 'stop-whole-answers',
    without: 'the wait for answers that are still to be given',
    seenIn: 'store',
    edits: [
      edit(stopStore, "new Promise<void>((resolve) => response.once('close', resolve))", 'Promise.resolve()'),
    ],
    caughtBy: tests(
      stopTests,
      'gives every other caller a whole answer too: one who waits for a lock of the database',
    ),
  },
  {
    name: 'stop-second-signal',
    without: 'the patience with a second signal',
    seenIn: 'store',
    edits: [edit(stopStore, 'if (isStopping()) return;', 'if (isStopping()) process.exit(0);')],
    caughtBy: tests(stopTests, 'goes on finishing when it is told to end a second time'),
  },
  {
    name: 'stop-at-rest',
    without: 'the limit of the wait for a first request',
    seenIn: 'store',
    edits: [
      edit(
        stopStore,
        'await Promise.race([closed, sleep(firstRequestMs)]);',
        'await closed;\n  void firstRequestMs;',
      ),
    ],
    caughtBy: tests(stopTests, 'is held up by no connection at rest, used or fresh'),
  },
  {
    name: 'stop-last-answers',
    without: 'the last answers to callers who wait for longer than the grace',
    seenIn: 'store',
    edits: [
      edit(
        keyed,
        'await inTime(engine().isUnderWay(visit.id) ? outside(attempt) : attempt(), stillRunning);',
        'await (engine().isUnderWay(visit.id) ? outside(attempt) : attempt());\n    void [inTime, stillRunning];',
      ),
    ],
    caughtBy: tests(
      stopTests,
      'ends in its grace though the processor is silent: its caller is told so, and the worker finishes with one charge',
    ),
  },
];
