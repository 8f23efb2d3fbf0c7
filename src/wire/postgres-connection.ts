import type { Socket } from 'node:net';
import { firstHalf, trickle } from './bytes';
import type { KeptExchange } from './contents';
import type { Exchange, Link } from './exchange';
import { AnswerTeller } from './postgres-answers';
import {
  asksForEncryption,
  asksToCancel,
  leavesTransactionOpen,
  type Message,
  MessageReader,
  readSqlState,
  wantsMore,
} from './postgres-messages';
import { StatementReader } from './postgres-statements';
import { timestamp } from './record';
import type { Fault } from './rules';
import type { Wire } from './wire';

interface OpenExchange {
  readonly exchange: Exchange;
  readonly fault: Fault | undefined;
  /** What the server has said, when a fault waits for the whole of it. */
  readonly held: Buffer[];
  /** Where the link keeps what is said. */
  readonly answers: AnswerTeller | undefined;
}

/** What ends a request: Query, Sync, FunctionCall. Flush only wants what there is so far. */
const requestEnds = 'QSFH';
/** What belongs to the exchange that is open: passwords and the data of a COPY. */
const continuations = 'pdcf';

/**
 * One connection of a client, and the one onward that belongs to it. An exchange is what the client says up to a Sync or a
 * Query, and what the server says up to ReadyForQuery; its messages go in order, so a fault holds up what comes behind it.
 */
export class PostgresConnection {
  readonly #id: number;
  readonly #statements: StatementReader;
  readonly #open: OpenExchange[] = [];
  #request: Message[] = [];
  #isFlushed = false;
  /** Nothing gets through any more, in either direction, and nobody is told. */
  #isSilent = false;

  constructor(
    private readonly wire: Wire,
    private readonly link: Link,
    private readonly client: Socket,
    private readonly server: Socket,
  ) {
    this.#id = wire.nextConnection();
    this.#statements = new StatementReader((text) => wire.knowsKey(text));
    const fromClient = inOrder(new MessageReader(true), (messages) => this.#hear(messages));
    const fromServer = inOrder(new MessageReader(false), (messages) => this.#answer(messages));
    client.on('data', fromClient.take);
    server.on('data', fromServer.take);
    client.on('error', () => undefined); // 'close' follows
    server.on('error', () => undefined);
    client.once('close', () => {
      this.#endAll('left');
      // What is late on a wire arrives all the same.
      void fromClient.idle().then(() => (this.#isSilent ? server.destroy() : server.end()));
    });
    server.once('close', (hadError) => {
      void fromServer.idle().then(() => {
        this.#endAll('unreachable');
        if (this.#isSilent) return;
        if (hadError) client.resetAndDestroy();
        else client.end();
      });
    });
  }

  async #hear(messages: readonly Message[]): Promise<void> {
    for (const message of messages) {
      if (this.#isSilent) return;
      if (asksForEncryption(message)) this.client.write('N');
      else if (asksToCancel(message) || continuations.includes(message.type || '-')) {
        this.server.write(message.bytes);
      } else if (message.type === 'X') this.server.end(message.bytes);
      else {
        this.#request.push(message);
        if (message.type === '' || requestEnds.includes(message.type)) await this.#deliver(message.type);
      }
    }
  }

  /** Hands on the request that has been read, with the fault that is chosen for it. */
  async #deliver(lastType: string): Promise<void> {
    const messages = this.#request;
    const bytes = Buffer.concat(messages.map((message) => message.bytes));
    this.#request = [];
    if (this.#isFlushed) {
      this.#isFlushed = lastType === 'H';
      this.server.write(bytes);
      return;
    }
    this.#isFlushed = lastType === 'H';
    const { exchange, faults } = this.wire.begin(this.link, {
      connection: this.#id,
      ...this.#statements.read(messages),
    });
    const kept = this.link.keeps ? this.#keep(exchange, messages) : undefined;
    const answers = kept && new AnswerTeller(kept.answer);
    this.#open.push({ exchange, fault: faults.answer, held: [], answers });
    const effect = await this.wire.suffer(faults.request);
    if (effect === 'lost' || effect?.kind === 'reset') return this.#lose();
    switch (effect?.kind) {
      case 'drop':
        this.#isSilent = true;
        this.#endAll('lost');
        return;
      case 'cut':
        this.server.end(firstHalf(bytes));
        return this.#lose();
      case 'slow':
        await trickle(this.server, bytes, effect.bytesPerSecond);
        break;
      default:
        this.server.write(bytes);
    }
    exchange.deliveredAt = timestamp();
  }

  #keep(exchange: Exchange, messages: readonly Message[]): KeptExchange {
    const kept = this.wire.contents.open(exchange.id);
    kept.request.begin([]);
    kept.request.add(Buffer.from(this.#statements.tell(messages)));
    return kept;
  }

  async #answer(messages: readonly Message[]): Promise<void> {
    let through: Buffer[] = [];
    const flush = () => {
      if (through.length > 0) this.client.write(Buffer.concat(through));
      through = [];
    };
    for (const message of messages) {
      if (this.#isSilent) return;
      const [open] = this.#open;
      if (open) open.exchange.answeredAt ??= timestamp();
      open?.answers?.hear(message);
      if (open && message.type === 'E') open.exchange.status = readSqlState(message);
      if (open?.fault) {
        open.held.push(message.bytes);
        if (wantsMore(message)) through.push(...open.held.splice(0));
      } else through.push(message.bytes);
      if (!open || message.type !== 'Z') continue;
      if (!leavesTransactionOpen(message)) this.#statements.leaveTransaction();
      flush();
      if (open.fault) await this.#handBack(open.fault, Buffer.concat(open.held));
      this.wire.record.end(open.exchange, 'answered');
      this.#open.shift();
    }
    flush();
  }

  async #handBack(fault: Fault, bytes: Buffer): Promise<void> {
    const effect = await this.wire.suffer(fault);
    if (effect === 'lost' || effect?.kind === 'reset') return this.#lose();
    switch (effect?.kind) {
      case 'drop':
        this.#isSilent = true;
        this.#endAll('lost');
        return;
      case 'cut':
        this.client.write(firstHalf(bytes), () => this.client.resetAndDestroy());
        this.#isSilent = true;
        this.#endAll('lost');
        return;
      case 'slow':
        return trickle(this.client, bytes, effect.bytesPerSecond);
      default:
        this.client.write(bytes);
    }
  }

  /** Resets both connections: whoever asked hears nothing, and what was not handed on never arrives. */
  #lose(): void {
    this.#isSilent = true;
    this.#endAll('lost');
    this.client.resetAndDestroy();
    this.server.destroySoon();
  }

  #endAll(outcome: 'lost' | 'left' | 'unreachable'): void {
    for (const { exchange } of this.#open.splice(0)) {
      this.wire.record.end(exchange, exchange.faults.length > 0 ? 'lost' : outcome);
    }
  }
}

/** Reads messages and has them worked on one chunk after the other. */
function inOrder(reader: MessageReader, work: (messages: readonly Message[]) => Promise<void>) {
  let last = Promise.resolve();
  return {
    take: (chunk: Buffer) => {
      const messages = reader.read(chunk);
      last = last.then(() => work(messages));
    },
    idle: () => last,
  };
}
