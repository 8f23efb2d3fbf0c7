import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Delivery } from './behaviours';
import { invalidRequest } from './errors';

const MAXIMUM_BODY_BYTES = 1024 * 1024;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Absent: at once, and for certain. */
  readonly delivery?: Delivery;
}

export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return textReply(status, 'application/json', JSON.stringify(body, null, 2), headers);
}

export function textReply(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers: { 'content-type': contentType, ...headers }, text };
}

/** The client went away before its request had arrived whole. Such a request did nothing, and nobody waits for an answer. */
export class ClientGone extends Error {}

/** The work is done, and its answer gets lost on the way: the connection is closed instead. */
export class AnswerLost extends Error {}

/** The whole body as text. More than 1 MB is a 413. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      size += bytes.length;
      if (size > MAXIMUM_BODY_BYTES) break;
      chunks.push(bytes);
    }
  } catch (error) {
    throw new ClientGone('The request broke off.', { cause: error });
  }
  if (size > MAXIMUM_BODY_BYTES)
    throw invalidRequest('The request body is larger than 1 MB.', { status: 413 });
  return Buffer.concat(chunks).toString('utf8');
}

/** Sends a reply. A client that has gone away is nobody's error. */
export function send(response: ServerResponse, reply: Reply, isLast: boolean): void {
  const length = Buffer.byteLength(reply.text);
  response.writeHead(reply.status, {
    'cache-control': 'no-store',
    ...reply.headers,
    'content-length': String(length),
    ...(isLast ? { connection: 'close' } : {}),
  });
  response.end(reply.text);
}
