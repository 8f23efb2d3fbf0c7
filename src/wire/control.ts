import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { collect } from './bytes';
import { linkSchema, type WireEvent } from './exchange';
import { openHttpLink } from './http-link';
import type { OpenLink } from './link';
import { answerJson, guard, parseJson, Refused, refuse } from './loopback';
import { openPostgresLink } from './postgres-link';
import { ruleSetSchema } from './rules';
import type { Wire } from './wire';

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
      this.#handle(incoming, outgoing).catch((error: unknown) => refuse(outgoing, error));
    });
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    guard(incoming);
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://wire');
    const [, subject = '', rest = '', part] = pathname.split('/');
    const route = `${incoming.method} /${subject}${part === undefined ? '' : `/:id/${part}`}`;
    if (route === 'GET /events') return this.#stream(outgoing);
    const body = incoming.method === 'GET' ? undefined : parseJson(String(await collect(incoming)));
    const answer = await this.#answer(route, decodeURIComponent(rest), searchParams, body);
    answerJson(outgoing, answer);
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
      case 'GET /exchanges/:id/contents':
        return this.#readContents(name);
      default:
        throw new Refused(404, `There is no ${route}.`);
    }
  }

  #readContents(id: string): unknown {
    const contents = this.wire.contents.read(Number(id));
    if (!contents) throw new Refused(404, `Nothing is kept of the exchange ${id}, or not any more.`);
    return contents;
  }

  /** Server-sent events: every exchange when it begins and again when it ends, and every signal to a process. */
  #stream(outgoing: ServerResponse): void {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    outgoing.flushHeaders();
    const stop = this.wire.record.listen((event: WireEvent) => {
      const data = event.type === 'signalled' ? event.signalled : event.exchange;
      outgoing.write(`event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
    });
    outgoing.once('close', stop);
  }
}

const withPort = <L extends { listen: object }>(link: L, port: number) => ({
  ...link,
  listen: { ...link.listen, port },
});
