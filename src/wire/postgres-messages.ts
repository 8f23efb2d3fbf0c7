/** The messages of PostgreSQL's protocol, version 3 ("Message Formats" in its manual), as far as a wire has to read them. */
export interface Message {
  /** The type's letter; empty for what opens a connection, which has none. */
  readonly type: string;
  /** The whole message, with its type and its length. */
  readonly bytes: Buffer;
}

/** Cuts a stream of bytes into messages. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #opens: boolean;

  /** @param opens whether the stream begins with a message that has no type, as that of a client does */
  constructor(opens: boolean) {
    this.#opens = opens;
  }

  /** The messages that are whole by now. */
  read(chunk: Buffer): Message[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const typeLength = this.#opens ? 0 : 1;
      if (this.#rest.length < typeLength + 4) return messages;
      const length = typeLength + this.#rest.readUInt32BE(typeLength);
      if (this.#rest.length < length) return messages;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      const message = { type: this.#opens ? '' : String.fromCharCode(bytes[0] ?? 0), bytes };
      // A client may ask for encryption first, and opens the connection again after the answer.
      if (this.#opens && !asksForEncryption(message)) this.#opens = false;
      messages.push(message);
    }
  }
}

const protocolCode = ({ bytes }: Message): number => bytes.readUInt32BE(4);

/** SSLRequest and GSSENCRequest. */
export function asksForEncryption(message: Message): boolean {
  return message.type === '' && [80_877_103, 80_877_104].includes(protocolCode(message));
}

/** CancelRequest: it has a connection of its own, and no answer. */
export function asksToCancel(message: Message): boolean {
  return message.type === '' && protocolCode(message) === 80_877_102;
}

/** The text of a Query or of a Parse, and the name that a Parse gives it. */
export function readStatement({ type, bytes }: Message): { readonly name: string; readonly text: string } {
  const [first = '', second = ''] = bytes.subarray(5).toString('utf8').split('\0');
  return type === 'P' ? { name: first, text: second } : { name: '', text: first };
}

/** Which prepared statement a Bind is about, and its values, null for NULL; those in binary come out as they are. */
export function readBind({ bytes }: Message): {
  readonly name: string;
  readonly values: readonly (string | null)[];
} {
  const portalEnd = bytes.indexOf(0, 5);
  const nameEnd = bytes.indexOf(0, portalEnd + 1);
  const name = bytes.toString('utf8', portalEnd + 1, nameEnd);
  let at = nameEnd + 1;
  at += 2 + 2 * bytes.readUInt16BE(at); // the formats
  const count = bytes.readUInt16BE(at);
  at += 2;
  return { name, values: readValues(bytes, at, count) };
}

/** So many values from there, each after its length. */
function readValues(bytes: Buffer, from: number, count: number): (string | null)[] {
  const values: (string | null)[] = [];
  for (let at = from; values.length < count; ) {
    const length = bytes.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : bytes.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return values;
}

/** The names of a RowDescription's columns. */
export function readColumns({ bytes }: Message): string[] {
  const names: string[] = [];
  for (let at = 7; names.length < bytes.readUInt16BE(5); ) {
    const end = bytes.indexOf(0, at);
    names.push(bytes.toString('utf8', at, end));
    at = end + 1 + 18; // where it comes from, its type and its format
  }
  return names;
}

/** The values of a DataRow; those in binary come out as they are. */
export function readRow({ bytes }: Message): (string | null)[] {
  return readValues(bytes, 7, bytes.readUInt16BE(5));
}

/** What a statement came to, as CommandComplete says: `INSERT 0 1`. */
export function readCommandTag({ bytes }: Message): string {
  return bytes.toString('utf8', 5, bytes.length - 1);
}

/** A field of an ErrorResponse or a NoticeResponse, by its letter. */
function readField({ bytes }: Message, letter: string): string | undefined {
  return bytes
    .subarray(5)
    .toString('utf8')
    .split('\0')
    .find((field) => field.startsWith(letter))
    ?.slice(1);
}

/** The SQLSTATE of an ErrorResponse. */
export function readSqlState(message: Message): string | undefined {
  return readField(message, 'C');
}

/** An ErrorResponse in a sentence. */
export function readError(message: Message): string {
  return `${readField(message, 'S')} ${readSqlState(message)}: ${readField(message, 'M')}`;
}

/** Whether the server is waiting for the client within an exchange: for a password, or for the data of a COPY. */
export function wantsMore({ type, bytes }: Message): boolean {
  return (type === 'R' && bytes.readUInt32BE(5) !== 0) || type === 'G' || type === 'W';
}

/** ReadyForQuery, the end of an exchange: whether a transaction is open. */
export function leavesTransactionOpen({ bytes }: Message): boolean {
  return String.fromCharCode(bytes[5] ?? 0) !== 'I';
}

/** What a picture says of a statement: its verb, its table and whether it locks. Of a WITH, what it changes or else reads first. */
export function statementLabel(text: string): string {
  const words = text
    .replace(/\bextract\([^()]*(?:\([^()]*\)[^()]*)*\)/gi, '')
    .trim()
    .replace(/\s+/g, ' ');
  const [, changing] = /(?<!\bFOR (?:NO KEY )?)\b(INSERT|UPDATE|DELETE)\b/i.exec(words) ?? [];
  const [, first = ''] = /^(\w+)/.exec(words) ?? [];
  const verb = /^WITH$/i.test(first) ? (changing ?? 'SELECT') : first;
  if (!/^(SELECT|INSERT|UPDATE|DELETE)$/i.test(verb)) return words.slice(0, 40).toUpperCase() || 'NOTHING';
  const change = words.slice(words.search(new RegExp(`\\b${verb}\\b`, 'i')));
  const table = change.match(/\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?((?:"?\w+"?\.)?"?\w+"?)/i)?.[1];
  const name = table?.split('.').at(-1)?.replaceAll('"', '');
  const lock = /^SELECT$/i.test(verb) && /\bFOR (?:NO KEY )?UPDATE\b/i.test(words) ? 'FOR UPDATE' : undefined;
  return [verb.toUpperCase(), name, lock].filter(Boolean).join(' ');
}
