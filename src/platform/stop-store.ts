import { subscribe } from 'node:diagnostics_channel';
import { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { log } from './log';
import {
  beginStopping,
  finishFirst,
  graceMs,
  isStopping,
  untilFinished,
  untilNothingIsUnderWay,
} from './stopping';

/** A connection that has been accepted may be about to bring its first request, and is waited for so long, in milliseconds. */
const firstRequestMs = 500;

const begunRequest = z.object({ server: z.instanceof(Server), response: z.instanceof(ServerResponse) });

/**
 * Has the store end by itself at SIGTERM and SIGINT: it takes no new purchase, gives every caller a whole answer, finishes
 * what it has claimed, and exits. More of these signals change nothing, since the terminal, npm and a dying supervisor may
 * each send one; who cannot wait kills it, which is safe too.
 */
export function stopWhenTold(): void {
  const servers = new Set<Server>();
  const answers = new Set<ServerResponse>();
  // Next keeps its server to itself; Node tells of every request here.
  subscribe('http.server.request.start', (message) => {
    const { server, response } = begunRequest.parse(message);
    servers.add(server);
    answers.add(response);
    if (isStopping()) closeAfterwards(response);
    const left = new Promise<void>((resolve) => response.once('close', resolve));
    void finishFirst(left).then(() => answers.delete(response));
  });

  const finish = async (): Promise<'finished'> => {
    // While somebody waits for what was begun, others are refused by an answer and not by a closed door.
    await untilFinished();
    await Promise.all([...servers].map(closeDoor));
    await untilNothingIsUnderWay();
    return 'finished';
  };
  const stop = async (): Promise<void> => {
    if (isStopping()) return;
    beginStopping();
    for (const response of answers) closeAfterwards(response);
    const end = await Promise.race([finish(), sleep(graceMs)]);
    if (end !== 'finished') log().warn('the store ends before its work: what is claimed goes on elsewhere');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}

/** Tells the caller to send nothing more over this connection. */
function closeAfterwards(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Takes no more connections and ends those at rest. */
async function closeDoor(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  await Promise.race([closed, sleep(firstRequestMs)]);
}
