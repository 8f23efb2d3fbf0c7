import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

/**
 * A load balancer as plain as one can be: it gives each request to the next store, and to the other one where a connection is
 * refused. A request that a store has been given is given to nobody else: what came of it only the caller may ask, with its key.
 */
export class Balancer {
  readonly #storesOfKey = new Map<string, Set<string>>();
  #next = 0;

  private constructor(
    private readonly server: Server,
    private readonly storeUrls: readonly string[],
  ) {}

  static async open(storeUrls: readonly string[]): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server, storeUrls);
    server.on('request', (asked, answer) => void balancer.#handOn(asked, answer));
    server.listen({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    return balancer;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the balancer is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  /** How many stores were given attempts of a key. */
  storesOf(key: string): number {
    return this.#storesOfKey.get(key)?.size ?? 0;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #handOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      const body: Buffer[] = [];
      for await (const chunk of asked) body.push(chunk);
      const from = await this.#askSomebody(asked, Buffer.concat(body));
      answer.writeHead(from.statusCode ?? 502, from.rawHeaders);
      for await (const chunk of from) answer.write(chunk);
      answer.end();
    } catch {
      // The store has gone away, and perhaps after the work.
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    }
  }

  async #askSomebody(asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const first = this.#next;
    this.#next += 1;
    for (let tryNumber = 0; ; tryNumber += 1) {
      const storeUrl = this.storeUrls[(first + tryNumber) % this.storeUrls.length] ?? '';
      try {
        const answer = await ask(storeUrl, asked, body);
        this.#note(asked.headers['idempotency-key'], storeUrl);
        return answer;
      } catch (error) {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (!isRefused || tryNumber + 1 === this.storeUrls.length) throw error;
      }
    }
  }

  #note(key: string | string[] | undefined, storeUrl: string): void {
    if (typeof key !== 'string') return;
    const stores = this.#storesOfKey.get(key) ?? new Set();
    this.#storesOfKey.set(key, stores.add(storeUrl));
  }
}

async function ask(
  storeUrl: string,
  { method, url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const sent = request(new URL(url, storeUrl), {
    // A connection of its own: one that was kept may have died with its store, and would look like an answer that got lost.
    agent: false,
    ...(method === undefined ? {} : { method }),
    headers: { ...headers, connection: 'close' },
  });
  sent.end(body);
  const [answer]: [IncomingMessage] = await once(sent, 'response').then(([first]) => [first]);
  return answer;
}
