import type { KeptHalf } from './contents';
import { type Message, readColumns, readCommandTag, readError, readRow } from './postgres-messages';

/** Writes down what a server answers, as people read it: rows as `column: value`, then what the statement came to. */
export class AnswerTeller {
  #columns: readonly string[] = [];

  constructor(private readonly kept: KeptHalf) {}

  /** What opens a connection (a password is asked for, a secret given to cancel by) is not written down. */
  hear(message: Message): void {
    switch (message.type) {
      case 'T':
        this.#columns = readColumns(message);
        break;
      case 'D':
        if (!this.kept.isFull) this.#say(this.#row(readRow(message)));
        break;
      case 'C':
        this.#say(readCommandTag(message));
        break;
      case 'E':
        this.#say(readError(message));
        break;
    }
  }

  #row(values: readonly (string | null)[]): string {
    return values
      .map((value, index) => `${this.#columns[index] ?? `column ${index + 1}`}: ${value ?? 'NULL'}`)
      .join('\n');
  }

  #say(text: string): void {
    this.kept.add(Buffer.from(`${text}\n`));
  }
}
