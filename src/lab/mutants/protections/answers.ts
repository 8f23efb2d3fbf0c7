import { edit, type Mutant, tests } from '../mutant';

const owner = 'src/idempotency/owner.ts';
const engineTests = 'src/idempotency/engine.db.test.ts';

/** What is stored before it is said, and how long it stays; who may send again. */
export const answers: readonly Mutant[] = [
  {
    name: 'stored-refusal',
    without: 'the storing of a refusal before it is sent',
    seenIn: 'process',
    edits: [
      edit(
        owner,
        'if (!(error instanceof Refusal)) throw error;',
        'if (error instanceof Error) throw error;',
      ),
      edit(
        'src/idempotency/drive.ts',
        'const begun = await begin(machinery, operation, purchase, claim, token);',
        `const begun = await begin(machinery, operation, purchase, claim, token).catch(
        (error: Error & { answer?: Answer }) => {
          if (error.answer) return error.answer;
          throw error;
        },
      );
      if (typeof begun === 'object')
        return { kind: 'answered', stored: { ...begun, expiresAt: new Date() }, how: 'first' };`,
      ),
    ],
    caughtBy: tests(
      engineTests,
      'stores a refusal, writes nothing else, and refuses the twin with the same bytes',
    ),
  },
  {
    name: 'stored-closing',
    without: 'the stored answer behind "you were not charged"',
    seenIn: 'process',
    edits: [
      edit(
        'src/idempotency/engine.ts',
        `    await this.#machinery.database.queryAlone(
      insertCompleted(unseenClaim(id, operation.retentionMs), answer),
    );
    const row = await this.#read(id);`,
        `    const row = await this.#read(id);
    if (row === null) return { kind: 'answered', stored: { ...answer, expiresAt: new Date() }, how: 'replayed' };`,
      ),
    ],
    caughtBy: tests(
      engineTests,
      'closes a purchase that never arrived for every input, and leaves one that arrived as it is',
    ),
  },
  {
    name: 'stored-bytes',
    without: 'answers kept as the text that they are',
    seenIn: 'process',
    edits: [
      edit(
        'src/idempotency/claims.ts',
        'answer_status = $4, answer_body = $5, completed_at',
        'answer_status = $4, answer_body = $5::jsonb::text, completed_at',
      ),
    ],
    caughtBy: [
      ...tests(engineTests, 'runs an operation of one transaction once, and tells everybody the same'),
      ...tests(
        'src/idempotency/scope.db.test.ts',
        'is another key in each scope and in each operation, also for the same input at the same moment',
      ),
    ],
  },
  {
    name: 'reaper',
    without: 'the care of the reaper for purchases that are not resolved',
    seenIn: 'process',
    edits: [
      edit(
        'src/jobs/reaper.ts',
        "WHERE state = 'completed' AND expires_at < (SELECT clock_timestamp())",
        'WHERE expires_at < (SELECT clock_timestamp())',
      ),
    ],
    caughtBy: tests(
      'src/jobs/reaper.db.test.ts',
      'deletes expired answers in batches, and never a key that is not resolved',
    ),
  },
  {
    name: 'ask-first',
    without: 'the question to an outside without keys before it is sent to again',
    seenIn: 'process',
    edits: [
      edit(
        owner,
        'if (effect.repeatable || !course.isTakeover) return effect.send(purchase);',
        'if (effect.repeatable || ageOf(course) >= 0) return effect.send(purchase);',
      ),
      edit(
        owner,
        '/** The call itself, bounded in time',
        `const ageOf = (course: Course): number => (course.isTakeover ? course.ageMs : 0);

/** The call itself, bounded in time`,
      ),
    ],
    caughtBy: tests(
      engineTests,
      'asks an outside without keys first in a takeover, and does not send again when the outside has done it',
    ),
  },
  {
    name: 'give-up-age',
    without: 'the age from which on nobody sends',
    seenIn: 'process',
    edits: [
      edit(
        owner,
        '    if (course.isTakeover && course.ageMs >= giveUpAgeMs) return effect.giveUp(purchase, course.ageMs);\n',
        '',
      ),
    ],
    caughtBy: tests(
      engineTests,
      'sends nothing any more once a claim is old, whoever comes: it is given up at the outside',
    ),
  },
  {
    name: 'safe-to-repeat',
    without: 'the rule that only what is safe to repeat is repeated when it may have been done',
    seenIn: 'process',
    edits: [
      edit(
        'src/retry/decide.ts',
        "if (mayHaveBeenDone && !policy.isSafeToRepeat) return { kind: 'stop', why: 'not_safe_to_repeat' };",
        "if (mayHaveBeenDone && attempt < 0) return { kind: 'stop', why: 'not_safe_to_repeat' };",
      ),
    ],
    caughtBy: tests(
      'src/retry/retry.test.ts',
      'decide repeats what may have been done only where that is safe',
    ),
  },
];
