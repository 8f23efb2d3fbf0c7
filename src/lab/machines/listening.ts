import { asksForEncryption, MessageReader, readStatement } from '@/wire/postgres-messages';
import type { Ear } from './floating-address';
import { type Crossed, isInTransactionAfter } from './session-state';

/** What clients say to PostgreSQL, over all connections of an address. */
export class Heard {
  readonly statements: Crossed[] = [];
  /** The names of the startup parameters of every connection. */
  readonly startups: (readonly string[])[] = [];

  /** Listens to one more connection. */
  readonly newEar = (): Ear => {
    const reader = new MessageReader(true);
    let isInTransaction = false;
    return (bytes) => {
      for (const message of reader.read(bytes)) {
        if (message.type === '' && !asksForEncryption(message))
          this.startups.push(parametersOf(message.bytes));
        if (message.type !== 'Q' && message.type !== 'P') continue;
        const { text, name } = readStatement(message);
        this.statements.push({ text, preparedAs: name, isInTransaction });
        isInTransaction = isInTransactionAfter(text, isInTransaction);
      }
    };
  };
}

/** A startup message is length, version, and then name and value by turns, each ended by a zero. */
function parametersOf(startup: Buffer): string[] {
  const parts = startup.subarray(8).toString('utf8').split('\0');
  return parts.filter((name, index) => index % 2 === 0 && name !== '');
}
