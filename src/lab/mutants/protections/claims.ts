// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is replaced is code, templates included
import { edit, type Mutant, tests } from '../mutant';

const statements = 'src/idempotency/claims.ts';
const owner = 'src/idempotency/owner.ts';
const engine = 'src/idempotency/engine.ts';
const engineTests = 'src/idempotency/engine.db.test.ts';
const clockTests = 'src/idempotency/clock.db.test.ts';
const scopeTests = 'src/idempotency/scope.db.test.ts';

/** The engine: who owns a key, for how long, and whose it is. */
export const claims: readonly Mutant[] = [
  {
    name: 'claim-with-order',
    without: 'the claim in the same transaction as what it claims',
    seenIn: 'process',
    edits: [
      edit(
        owner,
        'const [claimed] = await database.query(tx, claiming(operation, purchase, claim, token));',
        'const [claimed] = await database.queryAlone(claiming(operation, purchase, claim, token));',
      ),
    ],
    caughtBy: tests(engineTests, 'forgets an attempt whose first phase failed: the key is new again'),
  },
  {
    name: 'claim-own-commit',
    without: 'an owner that knows its own claim again after a lost COMMIT',
    seenIn: 'process',
    edits: [
      edit(
        owner,
        "return seen?.state === 'in_progress' && seen.token === token ? 'owned' : 'taken';",
        "return seen?.state === undefined ? 'owned' : 'taken';",
      ),
    ],
    caughtBy: tests(engineTests, 'does its work once although the answer to every COMMIT is lost at first'),
  },
  {
    name: 'fence-release',
    without: 'the token where an owner lets go of its claim',
    seenIn: 'process',
    edits: [
      edit(
        statements,
        "AND token = $4::uuid AND state = 'in_progress'",
        "AND $4::uuid IS NOT NULL AND state = 'in_progress'",
      ),
    ],
    caughtBy: tests(
      engineTests,
      'does not let a fenced owner let go of the claim that another has taken over',
    ),
  },
  {
    name: 'fence-unknown',
    without: 'the fence around "unknown"',
    seenIn: 'process',
    edits: [edit(owner, "    if (!released) return 'fenced';\n", '')],
    caughtBy: tests(
      engineTests,
      'lets a fenced owner write nothing more, and tells it what the new owner stored',
    ),
  },
  {
    name: 'lease-takeover',
    without: 'the lease in the condition of a takeover',
    seenIn: 'process',
    edits: [
      edit(
        statements,
        `AND state = 'in_progress' AND lease_until <= clock_timestamp()
      RETURNING input`,
        `AND state = 'in_progress'
      RETURNING input`,
      ),
    ],
    caughtBy: tests(
      engineTests,
      'finishes an abandoned operation from what is stored of it, and leaves one that is owned alone',
    ),
  },
  {
    name: 'lease-taken-by-own-clock',
    without: "the database's clock where a lease is looked at",
    seenIn: 'process',
    edits: [
      edit(
        statements,
        `AND state = 'in_progress' AND lease_until <= clock_timestamp()
      RETURNING input`,
        "AND state = 'in_progress' AND lease_until <= to_timestamp(${Date.now() / 1000})\n      RETURNING input",
      ),
    ],
    caughtBy: tests(
      clockTests,
      'holds and passes on a claim in time where the clock of the application is an hour fast',
      'holds and passes on a claim in time where the clock of the application is an hour slow',
    ),
  },
  {
    name: 'lease-given-by-own-clock',
    without: "the database's clock where a lease begins",
    seenIn: 'process',
    edits: [
      edit(
        statements,
        "clock_timestamp() + $7::float8 * interval '1 millisecond'",
        "to_timestamp(${Date.now() / 1000}) + $7::float8 * interval '1 millisecond'",
      ),
    ],
    caughtBy: tests(
      clockTests,
      'holds and passes on a claim in time where the clock of the application is an hour fast',
      'holds and passes on a claim in time where the clock of the application is an hour slow',
    ),
  },
  {
    name: 'lease-fits',
    without: 'the assertion that call and settling fit into the lease',
    seenIn: 'process',
    edits: [
      edit(
        'src/idempotency/operation.ts',
        'if (effectTimeoutMs + settleTimeoutMs >= leaseMs) {',
        'if (effectTimeoutMs + settleTimeoutMs < 0) {',
      ),
    ],
    caughtBy: tests(engineTests, 'asserts that the times of an operation fit into its lease'),
  },
  {
    name: 'flights',
    without: 'the waiting of duplicates in memory',
    seenIn: 'process',
    edits: [
      edit(
        engine,
        'const flight = this.#flights.get(flightKey);',
        'const flight = this.#flights.get(`${flightKey} of nobody`);',
      ),
    ],
    caughtBy: tests(
      engineTests,
      'holds no database connection while 20 duplicates wait, in this process and in another',
    ),
  },
  {
    name: 'flights-scope',
    without: 'the scope in what duplicates wait for',
    seenIn: 'process',
    edits: [edit(engine, 'JSON.stringify([scope, operation, key])', 'JSON.stringify([operation, key])')],
    caughtBy: tests(
      scopeTests,
      'is another key in each scope and in each operation, also for the same input at the same moment',
    ),
  },
  {
    name: 'scope-in-query',
    without: 'the scope where a claim is read',
    seenIn: 'process',
    edits: [
      edit(
        statements,
        'FROM idempotency_key WHERE scope = $1 AND operation = $2 AND key = $3`,',
        'FROM idempotency_key WHERE $1::text IS NOT NULL AND operation = $2 AND key = $3`,',
      ),
    ],
    caughtBy: tests(
      scopeTests,
      'is another key in each scope and in each operation, also for the same input at the same moment',
    ),
  },
  {
    name: 'fingerprint',
    without: 'the comparison of fingerprints',
    seenIn: 'process',
    edits: [
      edit(
        'src/idempotency/drive.ts',
        "    if (!fits(row.fingerprint, claim.fingerprint)) return { kind: 'mismatch' };\n",
        '',
      ),
    ],
    caughtBy: tests(
      scopeTests,
      'is refused with another input, told apart from its own, in this process and in another',
    ),
  },
  {
    name: 'one-key-a-request',
    without: 'the refusal of two keys in one request',
    seenIn: 'process',
    edits: [
      edit(
        'src/idempotency/key.ts',
        'return /[",]/.test(text) ? null : text;',
        "return text.split(',')[0] ?? null;",
      ),
    ],
    caughtBy: tests(
      'src/idempotency/key.test.ts',
      'readKeyHeader tells a missing header from one that cannot be used',
    ),
  },
];
