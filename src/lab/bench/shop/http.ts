import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

/** As long as the page waits for one attempt, in milliseconds. */
const patienceMs = 8_000;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Connections that are kept and used again, as those of browsers and of whatever stands before a store are. */
export function keptConnections(): Agent {
  return new Agent({ keepAlive: true, scheduling: 'lifo' });
}

/** One POST and its whole answer. Rejects where that does not come within the time, in milliseconds. */
export async function post(
  agent: Agent,
  url: URL,
  headers: OutgoingHttpHeaders,
  body: string,
  waitMs = patienceMs,
): Promise<HttpAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      ...{ agent, method: 'POST', signal: AbortSignal.timeout(waitMs) },
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-timeout-ms': String(waitMs),
        ...headers,
      },
    });
    sent.once('response', resolve).once('error', reject).end(body);
  });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/** Why the API refused, by the error's reason. */
export function reasonOf({ status, text }: HttpAnswer): string {
  const { error }: { error?: { data?: { reason?: string } } } = text.startsWith('{') ? JSON.parse(text) : {};
  return error?.data?.reason ?? `status ${status}`;
}
