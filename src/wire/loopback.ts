import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** Refused: what was asked for makes no sense. The message is for whoever asked. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A page of some other site must not be able to break wires or end processes: not by a simple form, nor by a name that leads here. */
export function guard({ method, headers }: IncomingMessage): void {
  const host = new URL(`http://${headers.host ?? ''}`).hostname;
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    throw new Refused(403, 'This address is for this machine only.');
  }
  if (method !== 'GET' && headers['content-type']?.split(';')[0] !== 'application/json') {
    throw new Refused(415, 'Send JSON, as content-type application/json.');
  }
}

export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400, 'The body is no JSON.');
  }
}

/** Answers with a value as JSON, or with 204 where there is none. */
export function answerJson(outgoing: ServerResponse, value: unknown, status = 200): void {
  outgoing.writeHead(value === undefined ? 204 : status, { 'content-type': 'application/json' });
  outgoing.end(value === undefined ? undefined : JSON.stringify(value));
}

/** Answers with what is wrong. */
export function refuse(outgoing: ServerResponse, error: unknown): void {
  const [status, message] = explain(error);
  answerJson(outgoing, { error: message }, status);
}

function explain(error: unknown): [status: number, message: string] {
  if (error instanceof Refused) return [error.status, error.message];
  if (error instanceof z.ZodError) return [400, z.prettifyError(error)];
  console.error(error);
  return [500, 'Something went wrong here; the log says more.'];
}
