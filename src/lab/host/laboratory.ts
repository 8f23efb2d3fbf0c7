import { randomUUID } from 'node:crypto';
import {
  type OpenedMessage,
  type RunEvent,
  type Status,
  type Way,
  type WayEvent,
  ways,
} from '@/ui/lab/protocol';
import { Refused } from '@/wire/loopback';
import { timestamp } from '@/wire/record';
import { scenarios } from '../scenarios/scenarios';
import { explainError, explained } from './explained';
import { LabShop } from './lab-shop';
import { Performance } from './performance';
import { RunLog } from './run-log';
import { teller } from './teller';
import { performWays } from './three-ways';
import { warmUp } from './warm-up';

/** How many runs are kept. */
const keptRuns = 30;

type AnyRun = RunLog<RunEvent> | RunLog<WayEvent>;

/** Runs one scenario at a time on a shop of its own, which is opened for the first one. */
export class Laboratory {
  readonly #runs = new Map<string, AnyRun>();
  readonly #closing = new AbortController();
  #shop: Promise<LabShop> | undefined;
  #isOpen = false;
  #running: { readonly id: string; readonly over: Promise<void> } | undefined;

  get status(): Status {
    if (this.#running) return { state: this.#isOpen ? 'running' : 'opening', runId: this.#running.id };
    if (this.#shop === undefined) return { state: 'closed' };
    return { state: this.#isOpen ? 'ready' : 'opening' };
  }

  /** Begins a run and returns its id. Refused while another one runs. */
  run(scenarioId: string, seed: number): string {
    const plan = scenarios.find(({ id }) => id === scenarioId);
    if (!plan) throw new Refused(404, `There is no scenario ${scenarioId}.`);
    const log = new RunLog<RunEvent>(randomUUID(), plan.id, seed);
    const tell = teller((event) => log.add(event));
    return this.#begin(log, async (shop, signal) => {
      const failure = await explained(() => Performance.run(shop, plan, seed, tell, signal));
      tell({ type: 'done', asExpected: failure === undefined, failure });
    });
  }

  /** The same three attempts at three shops. */
  runWays(seed: number): string {
    const log = new RunLog<WayEvent>(randomUUID(), 'three-ways', seed);
    const tellOf = (way: Way) => teller((event) => log.add({ way, event }));
    return this.#begin(log, (shop, signal) => performWays(shop, seed, tellOf, signal));
  }

  /** A run that is kept. */
  find(id: string): AnyRun {
    const run = this.#runs.get(id);
    if (!run) throw new Refused(404, `There is no run ${id}, or not any more.`);
    return run;
  }

  /** What was said in a message of a run. */
  async open(runId: string, messageId: number): Promise<OpenedMessage> {
    const told = this.find(runId).events.map((event) => ('way' in event ? event.event : event));
    const isTold = told.some((event) => event.type === 'message' && event.message.id === messageId);
    if (!isTold) throw new Refused(404, `The run has told no message ${messageId}.`);
    const shop = await this.#shop;
    const contents = await shop?.shop.wire.contents(messageId).catch(() => undefined);
    if (!contents) throw new Refused(404, `Nothing is kept of the message ${messageId}.`);
    return contents;
  }

  /** Ends what runs, and everything that was started. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the laboratory closes'));
    await this.#running?.over;
    await (await this.#shop?.catch(() => undefined))?.close();
  }

  /** Runs end with a `done`, whatever goes wrong. */
  #begin(log: AnyRun, perform: (shop: LabShop, signal: AbortSignal) => Promise<void>): string {
    if (this.#running) throw new Refused(409, 'Another run is under way.');
    if (this.#closing.signal.aborted) throw new Refused(503, 'The laboratory closes.');
    this.#runs.set(log.id, log);
    for (const id of this.#runs.keys()) if (this.#runs.size > keptRuns) this.#runs.delete(id);
    const over = this.openShop()
      .then((shop) => perform(shop, this.#closing.signal))
      .catch((error: unknown) => failRun(log, error))
      .then(() => {
        this.#running = undefined;
        log.end();
      });
    this.#running = { id: log.id, over };
    return log.id;
  }

  /** The one shop, opened where it is not yet; one that cannot be opened is tried again by the next run. */
  async openShop(): Promise<LabShop> {
    this.#shop ??= openWarm();
    try {
      const shop = await this.#shop;
      this.#isOpen = true;
      return shop;
    } catch (error) {
      this.#shop = undefined;
      throw error;
    }
  }
}

async function openWarm(): Promise<LabShop> {
  const shop = await LabShop.open();
  try {
    await warmUp(shop);
    return shop;
  } catch (error) {
    await shop.close();
    throw error;
  }
}

function failRun(log: AnyRun, error: unknown): void {
  const done = { type: 'done', at: timestamp(), asExpected: false, failure: explainError(error) } as const;
  if (isOfWays(log)) for (const way of ways) log.add({ way, event: done });
  else log.add(done);
}

function isOfWays(log: AnyRun): log is RunLog<WayEvent> {
  return log.scenario === 'three-ways';
}
