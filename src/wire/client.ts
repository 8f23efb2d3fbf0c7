import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { z } from 'zod';
import {
  type Contents,
  contentsSchema,
  type Exchange,
  eventSchema,
  exchangeSchema,
  type Link,
  linkSchema,
  type WireEvent,
} from './exchange';
import type { RuleCount, RuleInput } from './rules';

const opened = z.object({ id: z.number().int(), host: z.string(), port: z.number().int() });
const counts = z.object({
  seed: z.number().int(),
  rules: z.array(z.object({ id: z.string(), matched: z.number().int(), acted: z.number().int() })),
});
const page = z.object({ exchanges: z.array(exchangeSchema) });

export interface OpenedLink {
  readonly id: number;
  /** `host:port`, where the wire listens for this link. */
  readonly authority: string;
}

/** Speaks to a wire's control address; README.md describes it. Every call throws with what the wire said when it refuses. */
export class WireControl {
  /** @param url of the control address, such as `http://127.0.0.1:4300` */
  constructor(readonly url: string) {}

  async openLink(link: z.input<typeof linkSchema>): Promise<OpenedLink> {
    const { id, host, port } = opened.parse(await this.#call('POST', '/links', link));
    return { id, authority: `${host}:${port}` };
  }

  /** Ends a link and every connection over it. */
  async closeLink(id: number): Promise<void> {
    await this.#call('DELETE', `/links/${id}`);
  }

  async links(): Promise<Link[]> {
    return z.object({ links: z.array(linkSchema) }).parse(await this.#call('GET', '/links')).links;
  }

  /** Says which process a rule means by a name. Again after a restart: the pid is another. */
  async registerProcess(name: string, pid: number): Promise<void> {
    await this.#call('PUT', `/processes/${encodeURIComponent(name)}`, { pid });
  }

  /** Replaces all rules; counts start again. */
  async setRules(rules: readonly RuleInput[], seed = 1): Promise<void> {
    await this.#call('PUT', '/rules', { seed, rules });
  }

  clearRules(): Promise<void> {
    return this.setRules([]);
  }

  /** How often each rule has fitted and acted. */
  async ruleCounts(): Promise<readonly RuleCount[]> {
    return counts.parse(await this.#call('GET', '/rules')).rules;
  }

  /** The recorded exchanges with a higher id than `after`, the oldest first. The wire keeps the last 20,000. */
  async exchanges(after = 0): Promise<Exchange[]> {
    return page.parse(await this.#call('GET', `/exchanges?after=${after}`)).exchanges;
  }

  /** What was said in an exchange, on a link that keeps it. */
  async contents(id: number): Promise<Contents> {
    return contentsSchema.parse(await this.#call('GET', `/exchanges/${id}/contents`));
  }

  /** Is told everything that happens from when this resolves, until the returned function is called or the wire ends. */
  async listen(listener: (event: WireEvent) => void): Promise<() => void> {
    // Not by fetch, which gives up where nothing happens for minutes.
    const asked = request(`${this.url}/events`).end();
    const [answer]: [IncomingMessage] = await once(asked, 'response').then(([first]) => [first]);
    // The wire has ended, or nobody listens any more.
    for (const end of [asked, answer]) end.on('error', () => undefined);
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const whole = `${text}${chunk}`.split('\n\n');
      text = whole.pop() ?? '';
      for (const event of whole) listener(readEvent(event));
    });
    return () => void asked.destroy();
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the wire refused ${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** One server-sent event of the wire's. */
function readEvent(text: string): WireEvent {
  const [, type, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(text) ?? [];
  const told: unknown = JSON.parse(data);
  return eventSchema.parse(type === 'signalled' ? { type, signalled: told } : { type, exchange: told });
}
