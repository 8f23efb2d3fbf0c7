import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Complaint } from '@/run/complaint';
import { logRoot } from '@/run/project';
import type { Member } from '../member';
import { openWiredShop, type WiredShop } from '../wired-shop';
import { checkBooks } from './books';
import { type Check, check } from './check';
import { Chronicle } from './chronicle';
import { keepBooks } from './clerk';
import { Crowd } from './crowd';
import { Draw } from './draw';
import type { Flags } from './flags';
import { Hits, isShops } from './hits';
import { Operator } from './operator';
import { showProgress } from './progress';
import { checkPromises } from './promises';
import { type Open, settle, toldOpen } from './settling';
import { readTotals, type Totals, total } from './summary';
import { deliver, readSupplies } from './supplies';
import { readTruth, type Truth } from './truth';
import { Weather } from './weather';
import { Witness } from './witness';
import type { World } from './world';

/** Short enough for takeovers, giving up and reconciliation to happen within a minute. */
const settings = {
  LEASE_MS: '8000',
  PROCESSOR_TIMEOUT_MS: '2000',
  GIVE_UP_AGE_MS: '15000',
  RECONCILE_MIN_AGE_MS: '30000',
  LOG_LEVEL: 'warn',
};
/** Stores and workers are frozen for longer than their lease, so that they wake up fenced. */
const frozenFor = (member: Member) =>
  isShops(member) ? { leastMs: 8_500, mostMs: 12_000 } : { leastMs: 1_000, mostMs: 4_000 };
/** How long the pages may take to show an end, once the faults are over. */
const pagesBoundMs = 120_000;
/** How long the shop may take to settle what is open then. */
const settleBoundMs = 180_000;

/** Where everything that happens is written. */
export const logFolder = path.join(logRoot, 'torture');

export interface Result {
  readonly checks: readonly Check[];
  readonly totals: Totals;
  readonly truth: Truth;
  readonly chronicle: Chronicle;
  readonly witness: Witness;
}

/**
 * Opens a shop of its own and lets shoppers and operators use it while every wire fails and every process dies. Then the faults
 * end, everything settles, and what everybody was told is held against what is true. Throws when it is interrupted.
 */
export async function torture(
  flags: Flags,
  say: (line: string) => void,
  interrupted: AbortSignal,
): Promise<Result> {
  rmSync(logFolder, { recursive: true, force: true });
  mkdirSync(logFolder, { recursive: true });
  const operatorToken = randomBytes(24).toString('base64url');
  const env = { ...settings, CONSOLE_TOKEN: operatorToken };
  const shop = await openWiredShop({
    ...{ stores: 2, workers: 2, postgres: 'own', hasClock: true },
    ...{ env, logFolder },
  });
  try {
    return await new Torture(shop, operatorToken, flags, say, interrupted).run();
  } finally {
    await shop.stop();
  }
}

class Torture {
  readonly #draw: Draw;
  readonly #chronicle = new Chronicle(path.join(logFolder, 'chronicle.log'));
  readonly #witness: Witness;
  readonly #weather: Weather;
  readonly #hits: Hits;
  /** Aborted when nothing new begins any more. */
  readonly #closing = new AbortController();
  #open: Open = {};

  constructor(
    private readonly shop: WiredShop,
    private readonly operatorToken: string,
    private readonly flags: Flags,
    private readonly say: (line: string) => void,
    private readonly interrupted: AbortSignal,
  ) {
    this.#draw = new Draw(flags.seed);
    this.#witness = new Witness(shop.wire);
    this.#weather = new Weather(shop, this.#chronicle, this.#draw.branch('weather'));
    this.#hits = new Hits(shop.members, this.#chronicle, this.#draw.branch('hits'), frozenFor);
    interrupted.addEventListener('abort', () => this.#closing.abort(), { once: true });
  }

  async run(): Promise<Result> {
    const over = new AbortController();
    const world = await this.#openWorld();
    const crowd = new Crowd(world, this.#draw);
    const stopProgress = showProgress(this.say, () => this.#progress(crowd));
    const caring = Promise.all([this.#hits.keepUp(over.signal), this.#witness.watch(over.signal)]);
    try {
      // Those who care end only with everything else: one that ends before has failed, and so has the run.
      return await Promise.race([this.#phases(world, crowd), caring.then(() => never())]);
    } finally {
      stopProgress();
      this.#closing.abort();
      over.abort();
      await caring.catch(() => undefined); // it has been told already
    }
  }

  async #phases(world: World, crowd: Crowd): Promise<Result> {
    const people = this.#letIn(world, crowd);
    await Promise.race([this.#storm(), people.then(() => never())]);
    this.say('  The faults have ended; everything settles.');
    const late = await this.#closeUp(people, crowd);
    const open = await settle(this.shop, settleBoundMs, this.interrupted, (now) => {
      this.#open = now;
    });
    if (this.interrupted.aborted) throw new Complaint('Interrupted: nothing has been checked.');
    return this.#check(late, open);
  }

  async #openWorld(): Promise<World> {
    const { storeUrls, processorUrl } = this.shop;
    return {
      ...{ storeUrls, processorUrl, operatorToken: this.operatorToken, chronicle: this.#chronicle },
      ...(await readSupplies(this.shop)),
      isClosing: () => this.#closing.signal.aborted,
    };
  }

  /** Resolves when the last of them has left. */
  async #letIn(world: World, crowd: Crowd): Promise<void> {
    const operator = new Operator('operator', world, this.#draw.branch('operator'));
    const { signal } = this.#closing;
    await Promise.all([
      crowd.shop(this.flags.shoppers),
      operator.work(),
      deliver(this.shop, world, this.#draw.branch('supplies'), this.#chronicle, signal),
      keepBooks(this.shop, this.#draw.branch('clerk'), this.#chronicle, signal),
    ]);
  }

  /** For as long as was asked for, everything that can break breaks. */
  async #storm(): Promise<void> {
    const { signal } = this.#closing;
    const storms = Promise.all([this.#weather.blow(signal), this.#hits.hit(signal)]);
    const time = sleep(this.flags.minutes * 60_000, undefined, { signal }).catch(() => undefined); // interrupted
    await Promise.race([time, storms]);
    this.#closing.abort();
    await storms;
    await this.#weather.clear();
  }

  /** Waits for every page to show an end; returns who waits in vain. */
  async #closeUp(people: Promise<void>, crowd: Crowd): Promise<readonly string[]> {
    await Promise.race([
      people,
      sleep(pagesBoundMs, undefined, { signal: this.interrupted }).catch(() => undefined),
    ]);
    return crowd.present.map(({ name }) => name);
  }

  async #check(late: readonly string[], open: Open): Promise<Result> {
    const { shop } = this;
    const [chronicle, witness] = [this.#chronicle, this.#witness];
    await witness.look();
    const audited = await shop.audit();
    const earlierAudits = await shop.sql<{ isClean: boolean; lines: unknown }>(
      'SELECT is_clean AS "isClean", lines FROM audit_run ORDER BY started_at',
    );
    const truth = await readTruth(shop);
    const { kills, freezes } = this.#hits;
    const { faults } = this.#weather;
    const checks = [
      ...checkPromises(chronicle, truth),
      ...checkBooks(chronicle, truth),
      check(
        'every page that was not closed showed an end',
        late,
        (name) => `${name} still waits`,
        (name) => [...chronicle.purchases.values()].findLast(({ shopper }) => shopper === name),
      ),
      check(
        'everything settled',
        [open],
        (left) => (Object.keys(left).length > 0 ? toldOpen(left) : null),
        () => undefined,
      ),
      check(
        'the audit is clean',
        [audited],
        ({ code, lines }) => (code === 0 ? null : lines),
        () => undefined,
      ),
      check(
        'the audits in the middle of it were clean',
        earlierAudits,
        ({ isClean, lines }) => (isClean ? null : JSON.stringify(lines)),
        () => undefined,
      ),
      check(
        'there were purchases, faults and deaths',
        [truth.charges.length, total(faults), total(kills)],
        (count) => (count > 0 ? null : 'nothing was tested'),
        () => undefined,
      ),
    ];
    return {
      checks,
      totals: await readTotals(shop, chronicle, { kills, freezes, faults }),
      truth,
      chronicle,
      witness,
    };
  }

  #progress(crowd: Crowd): Readonly<Record<string, number>> {
    const chronicle = this.#chronicle;
    return {
      purchases: chronicle.purchases.size,
      paid: chronicle.toldOf('paid').length,
      'not charged': chronicle.toldOf('not_charged').length,
      'in the shop': crowd.present.length,
      kills: total(this.#hits.kills),
      faults: total(this.#weather.faults),
      ...Object.fromEntries(Object.entries(this.#open).map(([kind, count]) => [`open ${kind}`, count])),
    };
  }
}

/** Waits for somebody else to speak. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
