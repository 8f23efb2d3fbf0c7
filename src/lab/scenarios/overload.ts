import type { ScenarioPlan } from './scenario';

const group = 'Everybody at once';
const clients = 30;
/** Over before the fourth attempts, which come 7 s after the first at the latest, and 3.5 s at the earliest. */
const outageMs = 3_300;
const code = 'src/retry/backoff.ts';
const expected = { orders: clients, charges: clients, marks: [], ends: {} };
const story =
  'The way to the shop is closed for three seconds, and thirty shoppers press Pay in them. Everybody is turned away, and tries again.';

export const overload: readonly ScenarioPlan[] = [
  {
    id: 'overload-without-jitter',
    title: 'All come back in the same instant',
    group,
    story,
    lesson:
      'With waits that are the same for everybody, the crowd that was turned away comes back as a crowd: every wave is as high as the first.',
    code,
    expected,
    steps: [
      {
        do: 'crowd',
        clients,
        outageMs,
        jitter: 'none',
        wave: { atLeast: 20 },
        say: 'Thirty shoppers press Pay; their waits have no jitter.',
      },
    ],
  },
  {
    id: 'overload-with-jitter',
    title: 'They spread out',
    group,
    story,
    lesson:
      'With half of each wait drawn at random, the second wave is wide and low, and the third can hardly be seen as one.',
    code,
    expected,
    steps: [
      {
        do: 'crowd',
        clients,
        outageMs,
        jitter: 'equal',
        wave: { atMost: 15 },
        say: 'Thirty shoppers press Pay; half of each wait is drawn.',
      },
    ],
  },
];
