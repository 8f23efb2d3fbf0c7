import type { Happening, Message, Shown } from '../protocol';
import type { Span, Tone } from './drawn';

/** A note of the picture, and the sentence for its log. */
export interface NoteWords {
  readonly label: string;
  readonly text: string;
  readonly tone: Tone;
  readonly begins?: Span;
}

const names: Readonly<Record<string, string>> = { postgres: 'database', processor: 'processor' };

/** `store-1` is "store 1". */
export function nameOf(actor: string): string {
  return names[actor] ?? actor.replaceAll('-', ' ');
}

export function seconds(ms: number): string {
  return ms < 950 ? `${Math.round(ms / 10) * 10} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** What is told of a key: enough of it to know it again. */
export function shortKey(key: string): string {
  return key.length > 10 ? `${key.slice(0, 6)}…` : key;
}

/** How an attempt came by its answer. */
export const endingWords: Readonly<Record<string, string>> = {
  first: 'claimed and done',
  joined: 'joined',
  replayed: 'replayed',
  took_over: 'took over',
  unknown: 'in doubt',
  running: 'still running',
  mismatch: 'refused: same key, another request',
};

const procedure = /^POST \/api\/trpc\/([\w.]+)$/;

function short(label: string): string {
  const name = procedure.exec(label)?.[1];
  return (
    name ??
    label
      .replace(/^(GET|POST) \/api\//, '$1 /')
      .replace('/v1/', '')
      .replace(/(_\w{6})\w{12,}$/, '$1…')
  );
}

export function messageWords(message: Message, endings: readonly string[]) {
  const { from, to, label, about, key, attempt, outcome, status, deliveredAt } = message;
  const requestIsLost = outcome === 'unreachable' || (outcome === 'lost' && deliveredAt === undefined);
  const what = [
    about ?? short(label),
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(to === 'postgres' || key === undefined ? [] : [`key ${shortKey(key)}`]),
  ].join(', ');
  const told = endings.map((ending) => endingWords[ending] ?? ending.replaceAll('_', ' '));
  const answerLabel = [status ?? 'answer', ...told].join(', ');
  const whoAnswers = outcome === 'answered_by_wire' ? 'The wire' : nameOf(to);
  const missed = outcome === 'unreachable' ? '. Nobody is there' : '. It never arrives';
  return {
    label: what,
    requestIsLost,
    endings: told,
    request: `${nameOf(from)} to ${nameOf(to)}: ${what}${requestIsLost ? missed : ''}`,
    answerLabel,
    answer: `${whoAnswers} answers ${nameOf(from)}: ${answerLabel}`,
  };
}

/** Of an answer that does not come back. */
export function lossWords({ from, to, outcome, answeredAt }: Message): string {
  if (outcome === 'left') return `${nameOf(from)} has stopped waiting for ${nameOf(to)}`;
  return answeredAt === undefined
    ? `${nameOf(to)} never answers ${nameOf(from)}`
    : `The answer of ${nameOf(to)} to ${nameOf(from)} is lost`;
}

export function shownWords({
  actor,
  phase,
  attempt,
  nextAttemptAt,
  isReplayed,
  reason,
  at,
}: Shown & { readonly at: number }): NoteWords {
  const who = nameOf(actor);
  const told = (label: string, tone: Tone): NoteWords => ({ label, tone, text: `${who} shows: ${label}` });
  switch (phase) {
    case 'preparing':
      return { label: 'Pay is pressed', tone: 'plain', text: `${who}: Pay is pressed` };
    case 'paying':
      return told(`paying, attempt ${attempt ?? 1}`, 'plain');
    case 'waiting': {
      const wait = nextAttemptAt === undefined ? '' : ` in ${seconds(nextAttemptAt - at)}`;
      return { ...told(`again${wait}, attempt ${attempt ?? 2}`, 'waiting'), begins: 'wait' };
    }
    case 'checking':
      return { ...told('we do not know yet', 'waiting'), begins: 'wait' };
    case 'paid':
      return told(isReplayed ? 'paid: the first tap had gone through' : 'paid', 'good');
    case 'already_ordered':
      return told('this cart is ordered already', 'good');
    case 'refused':
      return told(`refused: ${(reason ?? 'no').replaceAll('_', ' ')}`, 'bad');
    case 'not_sent':
      return told('nothing was sent', 'bad');
    default:
      return told(phase.replaceAll('_', ' '), 'plain');
  }
}

const begun: Readonly<Record<Happening['what'], Span | undefined>> = {
  killed: 'absence',
  ended: 'absence',
  paused: 'pause',
  continued: undefined,
  started: undefined,
};

export function happeningWords({ actor, what }: Happening): NoteWords {
  const begins = begun[what];
  return {
    ...{ label: what, text: `${nameOf(actor)} is ${what}`, tone: begins ? 'bad' : 'good' },
    ...(begins && { begins }),
  };
}
