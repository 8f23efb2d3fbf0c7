import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Exit } from '../child';
import { processorGraceMs, startProcessorProcess } from '../processes';
import { plainEnvironment, testLogFile } from './log-files';

const Total = z.object({ count: z.int(), sums: z.record(z.string(), z.int()) });

const Books = z.object({
  totals: z.object({ captured: Total, authorized: Total, declined: Total, refunded: Total }),
  /** Newest first. Amounts are minor units. */
  charges: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      amountCaptured: z.int(),
      amountRefunded: z.int(),
      currency: z.string(),
      status: z.enum(['captured', 'authorized', 'released', 'declined']),
      declineCode: z.string().nullable(),
      paymentIntent: z.string(),
      metadata: z.record(z.string(), z.string()),
      idempotencyKey: z.string().nullable(),
      /** How many requests came with that key. */
      requests: z.int(),
    }),
  ),
});

const Webhooks = z.object({
  totals: z.object({ waiting: z.int(), held: z.int(), failed: z.int() }),
});

/** What the processor really charged: the witness of the tests. */
export type ProcessorBooks = z.output<typeof Books>;

export async function fetchBooks(processorUrl: string): Promise<ProcessorBooks> {
  return Books.parse(await (await fetch(`${processorUrl}/_simulator/books`)).json());
}

export interface ProcessorRequest {
  /** How much later it answers, in milliseconds; the work is done before the wait. */
  readonly latencyMs?: number;
  /** The data folder and the port of a processor that has ended, to come back with its books at the same address. */
  readonly again?: { readonly dataFolder: string; readonly port: number };
  readonly logFile?: string;
}

export interface TestProcessor {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataFolder: string;
  readonly exited: Promise<Exit>;
  books(): Promise<ProcessorBooks>;
  setLatency(latencyMs: number): Promise<void>;
  /** Changes any of the simulator's settings; its README lists them. */
  configure(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Sends webhooks that were held back or recorded only; its README lists the choices. */
  redeliver(which: Readonly<Record<string, unknown>>): Promise<void>;
  /** How many webhooks have not been acknowledged, held ones included. */
  undelivered(): Promise<number>;
  /** Sends a signal and does not wait. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it and removes its data folder. */
  stop(): Promise<void>;
  log(): string;
}

/** Starts a card processor with books of its own. It ends with the test process. */
export async function startProcessor({
  latencyMs = 0,
  again,
  logFile = testLogFile('processor'),
}: ProcessorRequest = {}): Promise<TestProcessor> {
  const dataFolder = again?.dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'doubletap-processor-')));
  const { child, url } = await startProcessorProcess({
    host: '127.0.0.1',
    port: again?.port ?? 0,
    dataFolder,
    env: { ...plainEnvironment(), PROCESSOR_LATENCY_MS: String(latencyMs) },
    logFile,
  });
  const post = async (address: string, body: object): Promise<void> => {
    const response = await fetch(`${url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the processor refused its settings: ${await response.text()}`);
  };
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    dataFolder,
    exited: child.exited,
    books: () => fetchBooks(url),
    setLatency: (milliseconds) => post('/_simulator/settings', { latencyMs: milliseconds }),
    configure: (settings) => post('/_simulator/settings', settings),
    redeliver: (which) => post('/_simulator/webhooks/redeliver', which),
    undelivered: async () => {
      const { totals } = Webhooks.parse(await (await fetch(`${url}/_simulator/webhooks`)).json());
      return totals.waiting + totals.held + totals.failed;
    },
    kill: (signal) => void child.kill(signal),
    stop: async () => {
      await child.stop(processorGraceMs);
      await rm(dataFolder, { recursive: true, force: true });
    },
    log: () => child.logTail(2000),
  };
}
