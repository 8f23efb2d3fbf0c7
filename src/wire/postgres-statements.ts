import { type Message, readBind, readStatement, statementLabel } from './postgres-messages';

export interface StatementsSeen {
  readonly label: string;
  readonly statement?: string;
  readonly key?: string;
}

/** Knows what the requests of one connection are about: the statements it has prepared, and the key of its transaction. */
export class StatementReader {
  readonly #prepared = new Map<string, string>();
  #transactionKey: string | undefined;

  /** @param isKey whether a value is an Idempotency-Key that came by */
  constructor(private readonly isKey: (value: string) => boolean) {}

  read(request: readonly Message[]): StatementsSeen {
    if (request[0]?.type === '') return { label: 'CONNECT' };
    const texts: string[] = [];
    for (const message of request) {
      if (message.type === 'Q') texts.push(readStatement(message).text);
      if (message.type === 'P') {
        const { name, text } = readStatement(message);
        this.#prepared.set(name, text);
      }
      if (message.type === 'B') {
        const { name, values } = readBind(message);
        texts.push(this.#prepared.get(name) ?? '');
        this.#transactionKey ??= values.flatMap(elementsOf).find(this.isKey);
      }
    }
    if (texts.length === 0) return { label: request.at(-1)?.type === 'S' ? 'PREPARE' : 'OTHER' };
    const statement = texts.join('; ');
    return {
      // A BEGIN may come with its first statement, which says more.
      label: statementLabel(statement.replace(/^\s*BEGIN\s*;/i, '')),
      statement,
      ...(this.#transactionKey === undefined ? {} : { key: this.#transactionKey }),
    };
  }

  /** The statements of a request that has been read, each with its values, as people read them. */
  tell(request: readonly Message[]): string {
    const told: string[] = [];
    for (const message of request) {
      if (message.type === 'Q') told.push(readStatement(message).text);
      if (message.type === 'B') {
        const { name, values } = readBind(message);
        const bound = values.map((value, index) => `$${index + 1} = ${value ?? 'NULL'}`);
        told.push([this.#prepared.get(name) ?? '', ...bound].join('\n'));
      }
    }
    return told.join(';\n');
  }

  /** What comes next may be about another key. */
  leaveTransaction(): void {
    this.#transactionKey = undefined;
  }
}

/** A value, or the elements of one that is an array: `{"a","b"}`. */
function elementsOf(value: string | null): string[] {
  if (value === null) return [];
  const [, inside] = /^\{(.*)\}$/s.exec(value) ?? [];
  return inside === undefined
    ? [value]
    : inside.split(',').map((element) => element.replace(/^"(.*)"$/s, '$1'));
}
