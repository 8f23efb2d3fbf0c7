import { createServer } from 'node:http';

/** One answer of a processor; `cut` cuts the connection off instead. */
export type ToldAnswer = { readonly status: number; readonly body: object } | 'cut';

/** A processor that answers what a test tells it to: some answers no simulator gives at will. */
export interface ToldProcessor {
  readonly url: string;
  /** What it was asked since it was last told: method and path. */
  readonly asked: readonly string[];
  /** Gives it its next answers, one a request; after the last it answers 500. */
  tell(...answers: readonly ToldAnswer[]): void;
  close(): void;
}

export async function openToldProcessor(): Promise<ToldProcessor> {
  let answers: ToldAnswer[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      const next = answers.shift() ?? { status: 500, body: {} };
      if (next === 'cut') request.socket.resetAndDestroy();
      else
        response
          .writeHead(next.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(next.body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the processor does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    tell: (...next) => {
      answers = [...next];
      asked.length = 0;
    },
    close: () => server.close(),
  };
}
