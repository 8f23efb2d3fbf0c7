import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { Parts } from './api';
import { balanceOperations } from './balance';
import { Books } from './books';
import { CardSecrets } from './card-secrets';
import { chargeOperations } from './charges';
import { eventOperations } from './events';
import { AnswerLost, ClientGone, send } from './http';
import { IdempotencyKeys } from './idempotency';
import { newId } from './identifiers';
import { Journal } from './journal';
import { lockDirectory } from './lock';
import { Pauses } from './pauses';
import { paymentIntentOperations } from './payment-intents';
import { paymentMethodOperations } from './payment-methods';
import { Recorder } from './recorder';
import type { JournalRecord } from './records';
import { RefundOutcomes } from './refund-outcomes';
import { refundOperations } from './refunds';
import { answer } from './router';
import { initialSettings } from './settings';
import { StartError } from './start-error';
import type { WebhookAddress } from './webhook-address';
import { setEveryAccountEndpoint, webhookEndpointOperations } from './webhook-endpoints';
import { WebhookSender } from './webhook-sender';

export interface SimulatorOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Where the journal is kept; made when it is not there. Only one simulator at a time may use it. */
  readonly dataDir: string;
  readonly latencyMs?: number;
  /** Where the events of every account go. Without it they go where they went before a restart, if anywhere. */
  readonly webhook?: WebhookAddress;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Simulator {
  readonly url: string;
  /** Resolves with the reason when the journal cannot be written any more. Nothing is answered after that. */
  readonly failed: Promise<Error>;
  /** Takes no more requests, answers those under way, and gives the data directory free. May be called again. */
  close(): Promise<void>;
}

/** Longer than clients leave a connection idle, so that they are not cut off as they begin their next request. */
const KEEP_ALIVE_MS = 65_000;

/** Starts a processor simulator. Rejects with a `StartError` that says in a sentence why it cannot. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { dataDir } = options;
  const release = await inDirectory(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    return lockDirectory(dataDir);
  });
  try {
    return await startLocked(options, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function startLocked(options: SimulatorOptions, release: () => Promise<void>): Promise<Simulator> {
  let reportFailure: (error: Error) => void = () => {};
  const failed = new Promise<Error>((resolve) => {
    reportFailure = resolve;
  });
  const books = new Books();
  const keys = new IdempotencyKeys();
  const replay = (record: JournalRecord) => {
    books.apply(record);
    keys.apply(record);
  };
  const { dataDir } = options;
  const secrets = await inDirectory(dataDir, () => CardSecrets.open(dataDir));
  const journal = await inDirectory(dataDir, () => Journal.open(dataDir, replay, reportFailure));
  const fingerprint = (account: string, number: string) => secrets.cardFingerprint(account, number);
  const pauses = new Pauses();
  const settings = initialSettings(options.latencyMs ?? 0);
  const now = options.now ?? Date.now;
  const recorder = new Recorder(books, keys, journal, settings, now);
  const webhooks = new WebhookSender(books, recorder, settings, now);
  const outcomes = new RefundOutcomes(books, recorder, now);
  recorder.onDurable((record) => webhooks.take(record));
  recorder.onDurable((record) => outcomes.take(record));
  const parts: Parts = {
    books,
    keys,
    journal,
    recorder,
    webhooks,
    secrets,
    operations: [
      ...paymentMethodOperations(fingerprint),
      ...paymentIntentOperations(fingerprint),
      ...chargeOperations,
      ...refundOperations,
      ...balanceOperations,
      ...eventOperations,
      ...webhookEndpointOperations,
    ],
    settings,
    now,
    wait: (milliseconds) => pauses.wait(milliseconds),
  };
  let isClosing = false;
  const server = createServer((incoming, response) => {
    const requestId = newId('req');
    answer(parts, incoming, requestId)
      .then((reply) => send(response, reply, isClosing || reply.status === 413))
      .catch((error: unknown) => {
        if (!(error instanceof ClientGone || error instanceof AnswerLost)) console.error(error);
        response.destroy();
      });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  try {
    if (options.webhook !== undefined) await setEveryAccountEndpoint(books, recorder, options.webhook, now());
    await listen(server, options);
  } catch (error) {
    await journal.close();
    throw error;
  }
  webhooks.resume();
  outcomes.resume();
  const close = async () => {
    isClosing = true;
    pauses.endAll();
    await stop(server);
    outcomes.close();
    await webhooks.close();
    await journal.close();
    await release();
  };
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server, options.host),
    failed,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Does something with the data directory, and tells in a sentence why it cannot be done. */
async function inDirectory<T>(directory: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data directory ${directory} cannot be used (${reasonOf(error)}). Set PROCESSOR_DATA_DIR to a directory that can be written.`,
    );
  }
}

function listen(server: Server, { port, host }: SimulatorOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(listenSentence(error, host, port))));
    server.listen(port, host, resolve);
  });
}

function listenSentence(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use by another program. Stop it, or set PROCESSOR_PORT to another port.`;
  }
  return `The simulator cannot listen on ${host}, port ${port} (${reasonOf(error)}). Set HOST and PROCESSOR_PORT to an address it may use.`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const LONGEST_STOP_MS = 5_000;

/** Waits for the requests under way. A client that never ends its request is cut off after a while. */
async function stop(server: Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), LONGEST_STOP_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(cutOff);
}
