import { Lost } from './postgres';
import { timesMs } from './purchases';
import type { Change, Records } from './records';
import type { Scene, Told } from './scene';

/** The guarantees that a play has broken, of all that must hold whatever the order of its steps was. */
export function broken(scene: Scene, records: Records): string[] {
  return [...oneEffect(scene, records), ...oneAnswer(scene, records), ...oneOwner(scene, records)]
    .filter(([, isKept]) => !isKept)
    .map(([guarantee]) => guarantee);
}

type Checked = readonly [guarantee: string, isKept: boolean];

function oneEffect({ outside, scenario, messagesHeard }: Scene, records: Records): Checked[] {
  const { status, pieces, isInInbox } = records;
  const count = (...names: string[]) => records.book.filter(({ what }) => names.includes(what)).length;
  const captured = count('captured', 'captured_late');
  return [
    ['the outside does its thing at most once', outside.captures <= 1],
    ['every call to the outside carries the same input', new Set(outside.calls.map(({ n }) => n)).size <= 1],
    ['the outside is called only for what has begun', outside.calls.length === 0 || status !== null],
    ['what has begun was begun once', count('begun') === (status === null ? 0 : 1)],
    ['a purchase ends as one thing', status === null || count(status) === 1],
    ['nothing is settled twice', count('captured', 'declined', 'not_made') <= 1 && captured <= 1],
    ['what has begun is settled', status !== 'begun' && status !== 'unknown'],
    [
      'what the outside has done is written, once',
      scenario.kind === 'local' || captured === outside.captures,
    ],
    [
      'a piece is taken for what is captured, and for nothing else',
      pieces === scenario.pieces + count('supplied') - count('captured'),
    ],
    [
      'a message is put down with its fact, or where that changes nothing',
      isInInbox ? captured + count('declined', 'not_made') > 0 : messagesHeard === 0,
    ],
  ];
}

function oneAnswer({ told, outside, scenario, stage }: Scene, records: Records): Checked[] {
  const { history, status } = records;
  const reaped = history.filter(({ what }) => what === 'reaped').length;
  const answers = history.flatMap(({ answer }) => answer ?? []);
  const owners = history.filter(({ what }) => what === 'claimed' || what === 'stored').map(({ n }) => n);
  const living = told.filter(({ by }) => by.process.isAlive);
  const every = (isTrue: (outcome: NonNullable<Told['outcome']>, entry: Told) => boolean) =>
    told.every((entry) => entry.outcome === null || isTrue(entry.outcome, entry));
  const isOf = (owner: number | null, n: number | null) => owner === null || n === null || owner === n;
  const hasWritten = (name: string) =>
    isAlone(told, name) &&
    history.some(({ what, by }) => by === name && (what === 'claimed' || what === 'stored'));
  const hasHappened = status === 'captured' || (scenario.kind !== 'local' && outside.captures > 0);
  return [
    ['no actor fails', stage.failures.length === 0],
    ['every caller that lives hears something', living.every(({ outcome }) => outcome !== null)],
    ['the last caller is told the answer', told.at(-1)?.outcome?.kind === 'answered'],
    ['every key ends completed', records.isCompleted],
    ['one answer is stored, until it is reaped', answers.length === reaped + 1],
    ['an answer that is stored never changes', history.every(({ what }) => what !== 'illegal')],
    [
      'every caller is told the bytes that are stored, and for how long',
      every(
        (outcome) =>
          outcome.kind !== 'answered' ||
          answers.some(
            ({ status, body, expiresAtMs }) =>
              outcome.stored.status === status &&
              outcome.stored.body === body &&
              outcome.stored.expiresAt.getTime() === expiresAtMs,
          ),
      ),
    ],
    [
      'one caller at most is told that it was the first',
      told.filter(({ outcome }) => outcome?.kind === 'answered' && outcome.how === 'first').length <=
        reaped + 1,
    ],
    ['what is told to be done was done', answers.every(({ status }) => status !== 200 || hasHappened)],
    [
      'what is told not to be done was not done, or is written as too late',
      reaped > 0 ||
        answers.every(({ status }) => status === 200) ||
        !hasHappened ||
        status === 'captured_late',
    ],
    [
      'a stranger learns nothing',
      every(
        ({ kind }, { n }) =>
          !['answered', 'unknown'].includes(kind) || owners.some((owner) => isOf(owner, n)),
      ),
    ],
    [
      'only a stranger is told that it is one',
      every(({ kind }, { n }) => kind !== 'mismatch' || owners.some((owner) => !isOf(owner, n))),
    ],
    [
      'an attempt is rejected only by a broken connection, and has written nothing under the key',
      every(
        (outcome, { by, n }) =>
          outcome.kind !== 'rejected' ||
          (outcome.error instanceof Lost && (n === null || !hasWritten(by.process.name))),
      ),
    ],
  ];
}

function oneOwner({ told, outside, ownerOf }: Scene, { history, book }: Records): Checked[] {
  const changes = (...names: string[]) => history.filter(({ what }) => names.includes(what));
  const lettingGo = changes('let_go');
  // Each time that a process comes to own a claim it may call once, for what is its due then.
  const isEachDue = (call: string, owned: readonly Change[]) =>
    outside.calls.every(({ by }) => {
      const made = outside.calls.filter((other) => other.by === by && other.what === call);
      return made.length <= owned.filter((change) => change.by === by).length;
    });
  const isOld = ({ what, ageMs }: Change) => what === 'taken_over' && ageMs >= timesMs.giveUpAge;
  return [
    [
      'nobody takes over a claim whose lease is alive',
      changes('taken_over').every(({ wasLeaseOver }) => wasLeaseOver),
    ],
    [
      'nobody waits for its own lease',
      changes('taken_over').every(({ formerToken, by }) => !isAlone(told, by) || ownerOf(formerToken) !== by),
    ],
    [
      'a claim carries the token of its owner',
      changes('claimed', 'taken_over').every(({ token, by }) => ownerOf(token) === by),
    ],
    [
      'only the owner lets go of a claim',
      lettingGo.every(({ formerToken, by }) => ownerOf(formerToken) === by),
    ],
    [
      'only an owner that lets go says that nobody knows',
      book.every(({ what, tx }) => what !== 'unknown' || lettingGo.some((change) => change.tx === tx)),
    ],
    [
      'an owner sends once, and nothing that is old',
      isEachDue(
        'send',
        changes('claimed', 'taken_over').filter((change) => !isOld(change)),
      ),
    ],
    ['only what is old is given up', isEachDue('give up', history.filter(isOld))],
  ];
}

/** Whether a process has one attempt. Of two, nobody could say which of them has done something. */
function isAlone(told: readonly Told[], processName: string): boolean {
  return told.filter(({ by }) => by.process.name === processName).length === 1;
}
