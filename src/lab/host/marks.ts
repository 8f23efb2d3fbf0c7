import { copiesOf, type Message } from '@/ui/lab/protocol';
import { payLabel } from '../scenarios/scenario';

/** One request that carried a key, as the shop has recorded it. */
export interface AttemptRow extends Record<string, unknown> {
  readonly id: string;
  readonly key: string;
  readonly number: number;
  readonly ending: string;
  /** When it was answered, in Unix time. */
  readonly atMs: number;
}

/**
 * The message that an attempt came with: the one with its key and its number. Where there are more (a page sends again what another
 * page has sent), the one that was answered at that time.
 *
 * @param taken how many attempts each message has by now; one that the wire delivered twice is two
 */
export function messageOf(
  attempt: AttemptRow,
  messages: Iterable<Message>,
  taken: ReadonlyMap<number, number>,
): Message | undefined {
  const fitting = [...messages].filter(
    (message) =>
      message.label === payLabel &&
      message.key === attempt.key &&
      message.attempt === attempt.number &&
      (taken.get(message.id) ?? 0) < copiesOf(message),
  );
  const distance = ({ answeredAt, endedAt, sentAt }: Message) =>
    Math.abs(attempt.atMs - (answeredAt ?? endedAt ?? sentAt));
  return fitting.sort((one, other) => distance(one) - distance(other))[0];
}
