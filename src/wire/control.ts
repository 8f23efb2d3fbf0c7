import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { collect } from './bytes';
import { linkSchema, type WireEvent } from './exchange';
import { openHttpLink } from './http-link';
import type { OpenLink } from './link';
import { openPostgresLink } from './postgres-link';
import { ruleSetSchema } from './rules';
import type { Wire } from './wire';

/** Refused: what was asked for makes no sense. The message is for whoever asked. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const Registration = z.strictObject({ pid: z.int().min(2) });

/** The wire's control address: its links, its rules, its record. README.md lists the routes. */
export class Control {
  readonly #links = new Map<number, OpenLink>();
  #lastLink = 0;
  #seed = 1;

  constructor(private readonly wire: Wire) {}

  async openLink(given: z.input<typeof linkSchema>): Promise<{ id: number; host: string; port: number }> {
    const link = linkSchema.parse(given);
    const open = link.protocol === 'http' ? openHttpLink : openPostgresLink;
    const opened = await open(this.wire, link).catch((error: Error) => {
      throw new Refused(409, `The link cannot listen: ${error.message}.`);
    });
    this.#lastLink += 1;
    this.#links.set(this.#lastLink, opened);
    return { id: this.#lastLink, host: link.listen.host, port: opened.port };
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  server() {
    return createServer((incoming, outgoing) => {
      this.#handle(incoming, outgoing).catch((error: unknown) => {
        const [status, message] = explain(error);
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify({ error: message }));
      });
    });
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    guard(incoming);
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://wire');
    const [, subject = '', rest = ''] = pathname.split('/');
    const route = `${incoming.method} /${subject}`;
    if (route === 'GET /events') return this.#stream(outgoing);
    const body = incoming.method === 'GET' ? undefined : parseJson(String(await collect(incoming)));
    const answer = await this.#answer(route, decodeURIComponent(rest), searchParams, body);
    outgoing.writeHead(answer === undefined ? 204 : 200, { 'content-type': 'application/json' });
    outgoing.end(answer === undefined ? undefined : JSON.stringify(answer));
  }

  async #answer(route: string, name: string, search: URLSearchParams, body: unknown): Promise<unknown> {
    switch (route) {
      case 'GET /health':
        return { status: 'ok' };
      case 'GET /links':
        return { links: [...this.#links.values()].map(({ link, port }) => withPort(link, port)) };
      case 'POST /links':
        return this.openLink(linkSchema.parse(body));
      case 'DELETE /links': {
        const id = Number(name);
        const link = this.#links.get(id);
        if (!link) throw new Refused(404, `There is no link ${name}.`);
        this.#links.delete(id);
        return link.close();
      }
      case 'PUT /processes': {
        if (name === '') throw new Refused(400, 'Name the process: PUT /processes/<name>.');
        return this.wire.processes.register(name, Registration.parse(body).pid);
      }
      case 'GET /rules':
        return { seed: this.#seed, rules: this.wire.rules.counts() };
      case 'PUT /rules': {
        const rules = ruleSetSchema.parse(body);
        this.#seed = rules.seed;
        return this.wire.rules.set(rules);
      }
      case 'GET /exchanges':
        return { exchanges: this.wire.record.after(Number(search.get('after') ?? 0)) };
      default:
        throw new Refused(404, `There is no ${route}.`);
    }
  }

  /** Server-sent events: every exchange when it begins and again when it ends. */
  #stream(outgoing: ServerResponse): void {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    outgoing.flushHeaders();
    const stop = this.wire.record.listen((event: WireEvent) => {
      outgoing.write(`event: ${event.type}\ndata: ${JSON.stringify(event.exchange)}\n\n`);
    });
    outgoing.once('close', stop);
  }
}

const withPort = <L extends { listen: object }>(link: L, port: number) => ({
  ...link,
  listen: { ...link.listen, port },
});

/** A page of some other site must not be able to break wires or end processes: not by a simple form, nor by a name that leads here. */
function guard({ method, headers }: IncomingMessage): void {
  const host = new URL(`http://${headers.host ?? ''}`).hostname;
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    throw new Refused(403, 'The control address is for this machine only.');
  }
  if (method !== 'GET' && headers['content-type']?.split(';')[0] !== 'application/json') {
    throw new Refused(415, 'Send JSON, as content-type application/json.');
  }
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400, 'The body is no JSON.');
  }
}

function explain(error: unknown): [status: number, message: string] {
  if (error instanceof Refused) return [error.status, error.message];
  if (error instanceof z.ZodError) return [400, z.prettifyError(error)];
  console.error(error);
  return [500, 'The wire made a mistake; its log says more.'];
}
