/**
 * The directions of imports, checked by dependency-cruiser:
 * app -> ui, trpc -> checkout, payments, ledger, jobs -> idempotency, retry.
 */

const isTest = '\\.test\\.tsx?$';

/** From the top down; a folder may import from its own rank and from those below it. */
const ranks = [['app'], ['ui', 'trpc'], ['checkout', 'payments', 'ledger', 'jobs'], ['idempotency', 'retry']];

const folder = (names) => `^src/(${names.join('|')})/`;

const upward = ranks.slice(1).map((names, index) => ({
  name: `${names.join('-')}-imports-nothing-above-it`,
  comment:
    'Imports point downwards: app -> ui, trpc -> checkout, payments, ledger, jobs -> idempotency, retry.',
  severity: 'error',
  from: { path: folder(names), pathNot: isTest },
  to: { path: folder(ranks.slice(0, index + 1).flat()) },
}));

export default {
  forbidden: [
    ...upward,
    {
      name: 'the-interface-is-not-imported-by-the-api',
      comment: 'ui may use the browser client in trpc; never the other way round.',
      severity: 'error',
      from: { path: '^src/trpc/', pathNot: isTest },
      to: { path: '^src/ui/' },
    },
    {
      name: 'the-engine-and-the-policy-import-nothing-of-the-project',
      comment: 'idempotency and retry can be lifted into another project as they are.',
      severity: 'error',
      from: { path: '^src/(idempotency|retry)/', pathNot: isTest },
      to: { path: '^(src|prisma)/', pathNot: '^src/$1/' },
    },
    {
      name: 'the-platform-imports-no-part-of-the-shop',
      comment: 'platform is used by all; it may use only the engine and the policy at the bottom.',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: isTest },
      to: { path: '^src/', pathNot: '^src/(platform|idempotency|retry)/' },
    },
    {
      name: 'nobody-imports-a-separate-process',
      comment:
        'lab, wire, processor-simulator and run are other processes: the shop meets them over the network. Tests may use them.',
      severity: 'error',
      from: { path: '^(src|prisma)/', pathNot: [isTest, '^src/(lab|wire|processor-simulator|run)/'] },
      to: { path: '^src/(lab|wire|processor-simulator|run)/' },
    },
    {
      name: 'the-run-starts-processes-and-imports-none',
      comment: 'What the run shares with the processes it starts is their environment and what they answer.',
      severity: 'error',
      from: { path: '^src/run/', pathNot: isTest },
      to: { path: '^src/', pathNot: '^src/run/' },
    },
    {
      name: 'no-circle',
      comment: 'Two modules that need each other are one, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-is-found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(@prisma-client|\\./client/|node:)' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^prisma/client/'] },
    exclude: { path: '^prisma/client/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
