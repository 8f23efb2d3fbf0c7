import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { classifyHttp, classifyThrown } from './index';

describe('classifyHttp', () => {
  it("takes the API's own word before the status", () => {
    expect(classifyHttp({ status: 409, retry: 'same_key' }).kind).toBe('busy');
    expect(classifyHttp({ status: 409, retry: 'new_key' }).kind).toBe('refused');
    expect(classifyHttp({ status: 500, retry: 'never' }).kind).toBe('refused');
    expect(classifyHttp({ status: 503, retry: 'same_key', isOutcomeUnknown: true }).kind).toBe('broken');
  });

  it('reads a bare status of a proxy with suspicion', () => {
    for (const status of [500, 502, 503, 504]) expect(classifyHttp({ status }).kind).toBe('broken');
    for (const status of [400, 401, 404, 409, 422]) expect(classifyHttp({ status }).kind).toBe('refused');
    expect(classifyHttp({ status: 408 }).kind).toBe('lost');
    expect(classifyHttp({ status: 429 }).kind).toBe('busy');
  });

  it('lets those come back for nothing whose own call is under way, and nobody else', () => {
    expect(classifyHttp({ status: 409, retry: 'same_key', isUnderWay: true }).isFree).toBe(true);
    expect(classifyHttp({ status: 503, retry: 'same_key' }).isFree).toBe(false);
    expect(classifyHttp({ status: 409, isUnderWay: true })).toEqual({ kind: 'refused', isFree: false });
  });

  it('hands the wish of the server on', () => {
    expect(classifyHttp({ status: 429, retryAfterMs: 3_000 }).retryAfterMs).toBe(3_000);
  });
});

describe('classifyThrown', () => {
  it('takes only what failed before the first byte for not sent', () => {
    const withCause = (cause: object) => new TypeError('fetch failed', { cause });
    expect(classifyThrown(withCause({ code: 'ENOTFOUND' })).kind).toBe('not_sent');
    expect(classifyThrown(withCause({ code: 'CERT_HAS_EXPIRED' })).kind).toBe('not_sent');
    expect(classifyThrown(withCause({ code: 'ETIMEDOUT', syscall: 'connect' })).kind).toBe('not_sent');
    expect(classifyThrown(withCause({ code: 'ETIMEDOUT', syscall: 'read' })).kind).toBe('lost');
    expect(classifyThrown(withCause({ code: 'ECONNRESET' })).kind).toBe('lost');
    expect(classifyThrown(new Error('outer', { cause: withCause({ code: 'ECONNREFUSED' }) })).kind).toBe(
      'not_sent',
    );
  });

  it('takes what a browser says, and what says nothing, for lost', () => {
    for (const error of [new TypeError('Failed to fetch'), new DOMException('', 'AbortError'), 'no', null]) {
      expect(classifyThrown(error)).toEqual({ kind: 'lost' });
    }
  });

  it('ends on an error that is its own cause', () => {
    const circular = new Error('circular');
    circular.cause = circular;
    expect(classifyThrown(circular).kind).toBe('lost');
  });

  it("tells a port that nobody listens on from a connection that is reset, by Node's own fetch", async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    const url = `http://127.0.0.1:${address.port}/`;
    const thrown = () =>
      fetch(url).then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(classifyThrown(await thrown()).kind).toBe('lost');
    await new Promise((resolve) => server.close(resolve));
    expect(classifyThrown(await thrown()).kind).toBe('not_sent');
  });
});
