import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { collect, firstHalf, trickle } from './bytes';
import { answerHeaders, breakOff, forward, type Passage, requestHead } from './http-passage';
import { timestamp } from './record';
import type { Effect, Fault, Faults } from './rules';

/** An answer that has been produced whole. */
interface Answer {
  readonly head: IncomingMessage;
  readonly body: Buffer;
}

/**
 * Takes one exchange through its faults. The request is read whole first, and goes on even when whoever sent it has left: what
 * is late on a wire arrives all the same. A fault of the answer happens once the whole answer has been produced.
 */
export async function sufferPassage(passage: Passage, faults: Faults): Promise<void> {
  const { wire, exchange, incoming, outgoing } = passage;
  // Whoever asked may give up before the fault is over.
  outgoing.once('close', () => wire.record.end(exchange, 'lost'));
  try {
    const body = await collect(incoming);
    passage.kept?.request.add(body);
    const answer = await deliver(passage, body, faults.request);
    if (answer) await handBack(passage, answer, faults.answer);
  } catch {
    wire.record.end(exchange, 'unreachable');
    breakOff(outgoing);
  }
}

/** The request's half. Returns the answer, or null when whoever asked gets none from the other side. */
async function deliver(passage: Passage, body: Buffer, fault: Fault | undefined): Promise<Answer | null> {
  const effect = await passage.wire.suffer(fault);
  if (effect === undefined) return exchangeWith(passage, (onward) => onward.end(body));
  if (effect === 'lost') return lose(passage);
  switch (effect.kind) {
    case 'drop':
      return null; // silence: whoever asked waits until its own time is over
    case 'reset':
      return lose(passage);
    case 'cut':
      await sendHalf(passage, body);
      return lose(passage);
    case 'status':
      return answerItself(passage, effect);
    case 'slow':
      return exchangeWith(passage, async (onward) => {
        await trickle(onward, body, effect.bytesPerSecond);
        onward.end();
      });
    case 'duplicate': {
      // Over a connection of its own, or it would wait for the first one's answer.
      const second = exchangeWith({ ...passage, agent: new Agent() }, (onward) => onward.end(body));
      second.catch(() => undefined);
      return exchangeWith(passage, (onward) => onward.end(body));
    }
  }
}

/** The answer's half. */
async function handBack(passage: Passage, { head, body }: Answer, fault: Fault | undefined): Promise<void> {
  const { wire, link, outgoing } = passage;
  const effect = await wire.suffer(fault);
  const begin = () =>
    outgoing.writeHead(head.statusCode ?? 502, head.statusMessage, answerHeaders(link, head));
  if (effect === undefined) {
    begin().end(body);
    return;
  }
  if (effect === 'lost') return void lose(passage);
  switch (effect.kind) {
    case 'drop':
      return;
    case 'reset':
      return void lose(passage);
    case 'cut':
      wire.record.end(passage.exchange, 'lost');
      begin().write(firstHalf(body), () => breakOff(outgoing));
      return;
    case 'status':
      return void answerItself(passage, effect);
    case 'slow':
      await trickle(begin(), body, effect.bytesPerSecond);
      outgoing.end();
      return;
    case 'duplicate':
      throw new Error('an answer is never duplicated');
  }
}

/** Asks the other side and waits for its whole answer. */
async function exchangeWith(
  { link, exchange, incoming, agent, kept }: Passage,
  send: (onward: ClientRequest) => unknown,
): Promise<Answer> {
  const onward = forward(link, incoming, agent);
  onward.once('finish', () => {
    exchange.deliveredAt ??= timestamp();
  });
  const answered = once(onward, 'response');
  send(onward);
  const [head] = (await answered) as [IncomingMessage]; // as the event's documentation says
  exchange.answeredAt ??= timestamp();
  exchange.status ??= String(head.statusCode);
  const isFirst = kept && !kept.answer.hasBegun; // of two copies
  if (isFirst) kept.answer.begin(head.rawHeaders);
  const body = await collect(head);
  if (isFirst) kept.answer.add(body);
  return { head, body };
}

async function sendHalf({ link, incoming }: Passage, body: Buffer): Promise<void> {
  const onward = connect(link.target.port, link.target.host);
  onward.on('error', () => undefined); // nobody is there who could care what becomes of half a request
  await once(onward, 'connect');
  onward.end(firstHalf(Buffer.concat([Buffer.from(requestHead(incoming)), body])));
  await once(onward, 'finish');
}

function answerItself(
  { wire, link, exchange, outgoing, kept }: Passage,
  { status, headers, body }: Extract<Effect, { kind: 'status' }>,
): null {
  exchange.status = String(status);
  kept?.answer.replace(Object.entries(headers).flat(), body);
  wire.record.end(exchange, 'answered_by_wire');
  outgoing.writeHead(status, { ...headers, ...(link.closes ? { connection: 'close' } : {}) }).end(body);
  return null;
}

function lose({ wire, exchange, outgoing }: Passage): null {
  wire.record.end(exchange, 'lost');
  breakOff(outgoing);
  return null;
}
