import type { Records } from './records';
import type { Scene } from './scene';

/** The kinds of race that a play went through. A test that never met one of them has shown nothing about it. */
export function sightings({ told, outside, stage }: Scene, { history, book }: Records): string[] {
  const happened = (what: string, by?: string) =>
    history.some((change) => change.what === what && (by === undefined || change.by === by));
  const traced = (pattern: RegExp) => stage.trace.some((line) => pattern.test(line));
  const isTold = (kind: string) => told.some(({ outcome }) => outcome?.kind === kind);
  const isTwice = (how: string) =>
    told.some(({ outcome }) => outcome?.kind === 'answered' && outcome.how === how);
  const isDead = (name: string) => told.some(({ by }) => by.process.name === name && !by.process.isAlive);
  const seen: Readonly<Record<string, boolean>> = {
    'a takeover': happened('taken_over'),
    'a takeover from a dead owner': history.some(
      ({ what }, index) => what === 'taken_over' && isDead(history[index - 1]?.by ?? ''),
    ),
    'a takeover that came second': traced(/ finds no row: UPDATE idempotency_key SET token = \$4/),
    'a takeover by the worker': happened('taken_over', 'worker'),
    'a fenced owner': traced(/ finds no row: UPDATE idempotency_key SET token = NULL/),
    'a join': isTwice('joined'),
    'a replay': isTwice('replayed'),
    'a claim that waited for another': traced(/INSERT INTO idempotency_key .* waits for a lock/),
    'a fact that waited for the row': traced(/FOR UPDATE .. waits for a lock/),
    'a message that was faster than the owner': happened('completed', 'webhook'),
    'a capture that came too late': book.some(({ what }) => what === 'captured_late'),
    'an outside that was asked first': traced(/: asks$/),
    'a purchase that was given up': outside.calls.some(({ what }) => what === 'give up'),
    'a close that came first': happened('stored', 'closer'),
    'a refusal': history.some(({ what, by }) => what === 'stored' && by !== 'closer'),
    'an answer that was reaped': happened('reaped'),
    'a doubt': isTold('unknown'),
    'a stranger': isTold('mismatch'),
    'an attempt that was rejected': isTold('rejected'),
    'a caller that did not wait': isTold('running'),
    'a COMMIT whose answer was lost': traced(/COMMIT \(answer_lost\)/),
    'a COMMIT that came late': traced(/wire: COMMIT, late/),
    'a send that came late': traced(/wire: sends, late/),
  };
  return Object.keys(seen).filter((name) => seen[name]);
}
