import { pathToFileURL } from 'node:url';
import { type Child, startChild, tail } from './child';
import { Complaint } from './complaint';
import { poll } from './poll';
import { inProject } from './project';
import type { Variables } from './variables';

const nextProgram = inProject('node_modules/next/dist/bin/next');
const processorProgram = inProject('src/processor-simulator/main.ts');
const workerProgram = inProject('src/jobs/worker.ts');
const wireProgram = inProject('src/wire/main.ts');
const labProgram = inProject('src/lab/host/main.ts');
/** Lets Node run TypeScript as it is. */
export const typescriptArgs = ['--import', pathToFileURL(inProject('node_modules/tsx/dist/loader.mjs')).href];

/** The shop's key at the simulator of the demo. */
export const demoSecretKey = 'sk_test_demo';

/** What the simulator of the demo signs its messages with; Stripe's own secret comes from the settings. */
export const demoWebhookSecret = 'whsec_demo';

/** A store finishes what it has claimed before it ends: a processor call is at most 10 s long. */
export const storeGraceMs = 15_000;
/** A worker ends the piece of work that it is at, which may be such a call too. */
export const workerGraceMs = 15_000;
/** The processor only has to write its journal. */
export const processorGraceMs = 5_000;
/** The wire has nothing to finish. */
export const wireGraceMs = 2_000;
/** The laboratory ends a whole shop. */
export const labGraceMs = 12_000;

const readyBoundMs = 60_000;

export interface Listening {
  readonly child: Child;
  readonly url: string;
}

export interface StoreSettings {
  /** `start` serves the production build, `dev` compiles as it goes. */
  readonly mode: 'start' | 'dev';
  readonly host: string;
  readonly port: number;
  readonly env: Variables;
  readonly logFile: string;
}

/** Starts a store; it is not ready yet. */
export function launchStore({ mode, host, port, env, logFile }: StoreSettings): Listening {
  const child = startChild({
    name: 'the store',
    nodeArgs: [nextProgram, mode, '--hostname', host, '--port', String(port)],
    env: {
      ...env,
      HOST: host,
      PORT: String(port),
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // The store ends by itself; the development server is ended by Next.
      ...(mode === 'start' ? { NEXT_MANUAL_SIG_HANDLE: 'true' } : {}),
    },
    logFile,
  });
  return { child, url: address(host, port) };
}

/** The address a browser on this machine uses for a host that a server listens on. */
export function address(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Waits until the store says at /api/ready that it can serve. */
export async function waitForStore({ child, url }: Listening, signal?: AbortSignal): Promise<void> {
  await waitFor(child, async () => {
    signal?.throwIfAborted();
    const response = await fetch(`${url}/api/ready`, {
      // A connection kept alive would be one more thing that a stopping store waits for.
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined);
    return response?.status === 200 ? true : undefined;
  });
}

export interface ProcessorSettings {
  readonly host: string;
  /** 0: any free one; the address says which. */
  readonly port: number;
  readonly dataFolder: string;
  readonly env: Variables;
  readonly logFile: string;
}

/** Starts the processor simulator and waits until it says where it listens. */
export async function startProcessorProcess(settings: ProcessorSettings): Promise<Listening> {
  const child = startChild({
    name: 'the card processor',
    nodeArgs: [...typescriptArgs, processorProgram],
    env: {
      ...settings.env,
      HOST: settings.host,
      PROCESSOR_PORT: String(settings.port),
      PROCESSOR_DATA_DIR: settings.dataFolder,
    },
    logFile: settings.logFile,
  });
  const url = await waitFor(child, async () => {
    return tail(child.logFile, 50).match(/processor listening on (http:\/\/\S+)/)?.[1];
  });
  return { child, url: url.replace(/\/$/, '') };
}

/** Starts a worker and waits until it says that it works. */
export async function startWorkerProcess(env: Variables, logFile: string): Promise<Child> {
  const child = startChild({
    name: 'the worker',
    nodeArgs: [...typescriptArgs, workerProgram],
    env: { ...env, NODE_ENV: 'production' },
    logFile,
  });
  await waitFor(child, async () => tail(child.logFile, 50).includes('worker ready') || undefined);
  return child;
}

export interface WireSettings {
  /** Of the control address; 0: any free one. */
  readonly port: number;
  /** Links that it opens before it says that it is ready; more can be opened at its control address. */
  readonly links?: readonly object[];
  readonly env: Variables;
  readonly logFile: string;
}

/** Starts the wire and waits until it says where its control address is. */
export async function startWireProcess({ port, links = [], env, logFile }: WireSettings): Promise<Listening> {
  const child = startChild({
    name: 'the wire',
    nodeArgs: [...typescriptArgs, wireProgram],
    env: { ...env, WIRE_PORT: String(port), WIRE_LINKS: JSON.stringify(links) },
    logFile,
  });
  const url = await waitFor(child, async () => {
    return tail(child.logFile, 50).match(/wire listening on (http:\/\/\S+)/)?.[1];
  });
  return { child, url };
}

export interface LabSettings {
  /** 0: any free one; the address says which. */
  readonly port: number;
  readonly env: Variables;
  readonly logFile: string;
}

/** Starts the laboratory's host and waits until it says where it listens. Its shop is opened by the first run. */
export async function startLabProcess({ port, env, logFile }: LabSettings): Promise<Listening> {
  const child = startChild({
    name: 'the laboratory',
    nodeArgs: [...typescriptArgs, labProgram],
    env: { ...env, LAB_PORT: String(port) },
    logFile,
  });
  const url = await waitFor(child, async () => {
    return tail(child.logFile, 50).match(/laboratory listening on (http:\/\/\S+)/)?.[1];
  });
  return { child, url };
}

/** Polls until there is an answer; a process that has ended, or is not ready in time, is shown with its log. */
async function waitFor<T>(child: Child, ask: () => Promise<T | undefined>): Promise<T> {
  const answer = await poll(readyBoundMs, async () => {
    if (child.exit !== undefined) return { ended: child.exit };
    const found = await ask();
    return found === undefined ? undefined : { found };
  });
  if (answer !== undefined && 'found' in answer) return answer.found;
  if (answer === undefined) {
    await child.stop(0);
    throw new Complaint(
      `${capital(child.name)} was not ready within ${readyBoundMs / 1000} s. Its log says:\n${child.logTail()}`,
    );
  }
  throw new Complaint(explainEnd(child));
}

/** One sentence about a process that has ended by itself, with the last lines of its log. */
export function explainEnd(child: Child): string {
  const how = child.exit?.signal ?? `code ${child.exit?.code}`;
  return `${capital(child.name)} has ended by itself (${how}). The end of ${child.logFile}:\n${child.logTail()}`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
