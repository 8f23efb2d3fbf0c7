import { type Agent, createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readKeyHeader } from '@/idempotency';
import type { KeptHalf } from './contents';
import type { Link } from './exchange';
import { sufferPassage } from './http-faults';
import { answerHeaders, breakOff, forward, type Passage, requestHead } from './http-passage';
import { listen, type OpenLink } from './link';
import { Onward } from './onward';
import { timestamp } from './record';
import type { Wire } from './wire';

/** Opens a link for HTTP. `Host`, `Origin` and every other header stay as they are; an upgrade becomes a plain tunnel. */
export function openHttpLink(wire: Wire, link: Link): Promise<OpenLink> {
  const ways = new WeakMap<Socket, { readonly id: number; readonly agent: Agent }>();
  // Whoever is asked decides how long a connection may rest; the wire has no patience of its own.
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
  server.on('connection', (socket) => {
    // One connection onward for each that comes: both live and end together, as one would without a wire.
    const agent = new Onward(link, () => void socket.end());
    ways.set(socket, { id: wire.nextConnection(), agent });
    socket.once('close', () => agent.destroy());
  });
  server.on('request', (incoming, outgoing) => {
    const way = ways.get(incoming.socket);
    if (!way) throw new Error('a request came over a connection that was never opened');
    const seen = { ...look(incoming), connection: way.id };
    if (seen.key !== undefined) wire.learnKey(seen.key);
    const { exchange, faults } = wire.begin(link, seen);
    const kept = link.keeps ? wire.contents.open(exchange.id) : undefined;
    kept?.request.begin(incoming.rawHeaders);
    const passage = { wire, link, exchange, agent: way.agent, incoming, outgoing, kept };
    outgoing.sendDate = false; // the date is the answerer's
    outgoing.once('finish', () => wire.record.end(exchange, 'answered'));
    if (faults.request ?? faults.answer) void sufferPassage(passage, faults);
    else pass(passage);
  });
  server.on('upgrade', (incoming, socket, head) => tunnel(link, incoming, socket, head));
  return listen(server, link);
}

function look(incoming: IncomingMessage) {
  const { method = 'GET', url = '/' } = incoming;
  const [path = url] = url.split('?');
  const key = readKeyHeader(incoming.headers['idempotency-key']?.toString());
  const attempt = Number(incoming.headers['x-attempt']);
  return {
    label: `${method} ${path}`,
    method,
    path,
    ...(key.kind === 'key' ? { key: key.key } : {}),
    ...(Number.isSafeInteger(attempt) ? { attempt } : {}),
  };
}

/** Hands everything through as it comes. */
function pass({ wire, link, exchange, agent, incoming, outgoing, kept }: Passage): void {
  const onward = forward(link, incoming, agent);
  onward.once('finish', () => {
    exchange.deliveredAt = timestamp();
  });
  onward.once('response', (answer) => {
    exchange.answeredAt = timestamp();
    exchange.status = String(answer.statusCode);
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answerHeaders(link, answer));
    answer.once('error', () => breakOff(outgoing));
    if (kept) keep(kept.answer, answer);
    answer.pipe(outgoing);
  });
  onward.once('error', () => {
    wire.record.end(exchange, 'unreachable');
    breakOff(outgoing);
  });
  outgoing.once('close', () => {
    if (outgoing.writableFinished) return;
    wire.record.end(exchange, 'left');
    onward.destroy();
  });
  if (kept) incoming.on('data', (chunk: Buffer) => kept.request.add(chunk));
  incoming.pipe(onward);
}

function keep(half: KeptHalf, answer: IncomingMessage): void {
  half.begin(answer.rawHeaders);
  answer.on('data', (chunk: Buffer) => half.add(chunk));
}

/** An upgraded connection (the development server's hot reload) is handed through and not looked at. */
function tunnel(link: Link, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = connect(link.target.port, link.target.host);
  onward.write(requestHead(incoming));
  onward.write(head);
  onward.pipe(socket).pipe(onward);
  onward.once('error', () => socket.destroy());
  socket.once('error', () => onward.destroy());
  onward.once('close', () => socket.destroy());
  socket.once('close', () => onward.destroy());
}
