import type { Message } from '../protocol';
import type { Drawn } from './drawn';
import type { RunSoFar } from './run';
import {
  happeningWords,
  lossWords,
  messageWords,
  type NoteWords,
  nameOf,
  seconds,
  shownWords,
} from './words';

/** One line of the picture and of its log, in the order of time. */
export interface Row {
  /** Stable while a run is still being told. */
  readonly id: string;
  /** Unix time in milliseconds. */
  readonly at: number;
  /** The whole of it in words. */
  readonly text: string;
  readonly drawn: Drawn;
  /** What can be opened. */
  readonly messages: readonly Message[];
}

export type Detail = 'transactions' | 'statements';

/** The rows of a run. `transactions`: statements of one process that follow each other are one row. */
export function rowsOf(run: RunSoFar, detail: Detail): Row[] {
  const rows = [
    ...run.messages.flatMap((message) =>
      isQuiet(message) ? [exchangeRow(message)] : arrowRows(run, message),
    ),
    ...run.shown.map((shown, index) => noteRow(`shown ${index}`, shown, shownWords(shown))),
    ...run.happenings.map((happening, index) => {
      return noteRow(`happening ${index}`, happening, happeningWords(happening));
    }),
    ...run.steps.map((step, index) =>
      row(`step ${index}`, step.at, step.text, { kind: 'step', label: step.text }),
    ),
  ].sort((one, other) => one.at - other.at);
  return detail === 'statements' ? rows : grouped(rows);
}

function row(id: string, at: number, text: string, drawn: Drawn, messages: readonly Message[] = []): Row {
  return { id, at, text, drawn, messages };
}

function noteRow(
  id: string,
  { at, actor: lane }: { readonly at: number; readonly actor: string },
  { text, ...note }: NoteWords,
): Row {
  return row(id, at, text, { kind: 'note', lane, ...note });
}

/** A statement that went as it should is one row, there and back. */
function isQuiet({ to, faults, outcome, status }: Message): boolean {
  return to === 'postgres' && faults.length === 0 && outcome === 'answered' && status === undefined;
}

function exchangeRow(message: Message): Row {
  const { id, from, to, label, sentAt } = message;
  const text = `${nameOf(from)} to ${nameOf(to)}: ${label}`;
  return row(`message ${id}`, sentAt, text, { kind: 'exchange', from, to, label, count: 1 }, [message]);
}

function arrowRows(run: RunSoFar, message: Message): Row[] {
  const { id, from, to, key, sentAt } = message;
  const endings = run.endings.get(id) ?? [];
  const words = messageWords(message, endings);
  const request = row(
    `message ${id}`,
    sentAt,
    words.request,
    {
      ...{ kind: 'arrow', from, to, label: words.label, isAnswer: false, endings: [], key },
      ...{ isLost: words.requestIsLost, tone: words.requestIsLost ? 'bad' : 'plain' },
    },
    [message],
  );
  const answeredAt = answerMoment(message);
  if (answeredAt === undefined || words.requestIsLost) return [request];
  const isLost = message.outcome !== 'answered' && message.outcome !== 'answered_by_wire';
  const answer = row(
    `answer ${id}`,
    answeredAt,
    isLost ? lossWords(message) : words.answer,
    {
      ...{ kind: 'arrow', from: to, to: from, isAnswer: true, isLost, key },
      label: isLost ? ['lost', ...words.endings].join(', ') : words.answerLabel,
      endings,
      tone: isLost || /^[45]/.test(message.status ?? '') ? 'bad' : endings.length === 0 ? 'plain' : 'good',
    },
    [message],
  );
  return [request, answer];
}

/** When the answer is drawn: once it is back, or when it was swallowed. */
function answerMoment({ outcome, answeredAt, endedAt }: Message): number | undefined {
  switch (outcome) {
    case undefined:
      return undefined;
    case 'lost':
      return answeredAt ?? endedAt;
    default:
      return endedAt;
  }
}

/** Puts together what one process said to the database without anything in between. */
function grouped(rows: readonly Row[]): Row[] {
  const groups: Row[] = [];
  for (const next of rows) {
    const last = groups.at(-1);
    if (
      last?.drawn.kind !== 'exchange' ||
      next.drawn.kind !== 'exchange' ||
      last.drawn.from !== next.drawn.from
    ) {
      groups.push(next);
      continue;
    }
    const messages = [...last.messages, ...next.messages];
    const label = labelOf(messages);
    const { from, to } = last.drawn;
    const text = `${nameOf(from)} to ${nameOf(to)}: ${messages.length} statements, ${messages.map((message) => message.label).join(', ')}`;
    groups[groups.length - 1] = {
      ...last,
      text,
      messages,
      drawn: { kind: 'exchange', from, to, label, count: messages.length },
    };
  }
  return groups;
}

const frame = /^(BEGIN|COMMIT|ROLLBACK|PREPARE|OTHER)\b/;

/** What a group of statements is about: the ones that change something, or else the first. */
function labelOf(messages: readonly Message[]): string {
  const labels = messages.map(({ label }) => label).filter((label) => !frame.test(label));
  const changes = [...new Set(labels.filter((label) => /^(INSERT|UPDATE|DELETE)/.test(label)))];
  const told = changes.length > 0 ? changes.slice(0, 2) : labels.slice(0, 1);
  const isWhole = messages.some(({ label }) => label.startsWith('COMMIT'));
  return [...told, ...(isWhole ? ['COMMIT'] : [])].join(', ') || (messages[0]?.label ?? '');
}

/** How long nothing happened before a row, in words, when that is worth telling. */
export function pauseBefore(rows: readonly Row[], index: number): string | undefined {
  const [before, here] = [rows[index - 1], rows[index]];
  if (!before || !here || here.at - before.at < 250) return undefined;
  return seconds(here.at - before.at);
}
