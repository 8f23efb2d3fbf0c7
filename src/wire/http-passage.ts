import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { KeptExchange } from './contents';
import type { Exchange, Link } from './exchange';
import { headerPairs } from './http-headers';
import type { Wire } from './wire';

/** One HTTP exchange on its way through the wire. */
export interface Passage {
  readonly wire: Wire;
  readonly link: Link;
  readonly exchange: Exchange;
  /** Holds the connection onward that belongs to the one it came over. */
  readonly agent: Agent;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Where the link keeps what is said. */
  readonly kept?: KeptExchange | undefined;
}

/** Opens the same request to the other side; its body is the caller's to send. */
export function forward({ target }: Link, incoming: IncomingMessage, agent: Agent): ClientRequest {
  const { method, url, rawHeaders } = incoming;
  const { host, port } = target;
  return request({ agent, host, port, method, path: url, headers: rawHeaders, setHost: false });
}

/** The head of a request, byte for byte but for the spaces. */
export function requestHead({ method, url, rawHeaders }: IncomingMessage): string {
  return [`${method} ${url} HTTP/1.1`, ...headerPairs(rawHeaders).map((pair) => pair.join(': '))]
    .map((line) => `${line}\r\n`)
    .concat('\r\n')
    .join('');
}

/** The answer's headers as they came; on a link that closes its connections they say so. */
export function answerHeaders({ closes }: Link, { rawHeaders }: IncomingMessage): string[] {
  if (!closes) return rawHeaders;
  const ofConnections = ['connection', 'keep-alive'];
  const kept = headerPairs(rawHeaders).filter(([name]) => !ofConnections.includes(name.toLowerCase()));
  return [...kept.flat(), 'Connection', 'close'];
}

/** Resets the connection to whoever asked. */
export function breakOff(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}
