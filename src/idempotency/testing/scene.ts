import { Engine, type Operation, type Outcome } from '../index';
import { Actor, Process } from './actor';
import { type Fact, Outside } from './outside';
import { postgresDatabase } from './postgres';
import { type Input, purchaseOperation } from './purchases';
import type { Scenario, Who } from './scenario';
import { Session, wantsRow } from './session';
import { Stage } from './stage';
import type { World } from './world';

/** What a caller was told. */
export interface Told {
  readonly by: Actor;
  /** Its input. Null: it closes the purchase, whatever its input. */
  readonly n: number | null;
  /** Null: it has heard nothing. */
  outcome: Outcome | { readonly kind: 'rejected'; readonly error: unknown } | null;
}

let scenes = 0;

/** One purchase of a scenario: the stage it is played on, its outside, its processes, and what was said. */
export class Scene {
  readonly key = `purchase-${++scenes}`;
  readonly scenario: Scenario;
  readonly world: World;
  readonly stage: Stage;
  readonly outside: Outside;
  readonly operation: Operation<Session, Input, Fact>;
  readonly told: Told[] = [];
  /** How many messages of the outside were heard. */
  messagesHeard = 0;
  readonly #cast = new Map<string, Actor>();
  readonly #engines = new Map<Process, Engine<Session>>();

  constructor(world: World, scenario: Scenario) {
    this.world = world;
    this.scenario = scenario;
    this.stage = new Stage(world, wantsRow);
    this.outside = new Outside(this.stage, { ...scenario, hasKeys: scenario.kind === 'keyed' });
    const mayBeReaped = scenario.turns.some((turn) => 'passes' in turn && turn.passes === 'retention');
    this.operation = purchaseOperation(`test.${this.key}`, scenario.kind, this.outside, mayBeReaped);
    this.#cast.set('wire', this.stage.wire);
  }

  /** @param home the process of another, for one that shares it */
  enter(who: Who | 'last', play: () => Promise<void>, home?: Process): void {
    const actor = new Actor(who, home ?? this.#startProcess(who));
    this.#cast.set(who, actor);
    this.stage.enter(actor, play);
  }

  actor(who: Who): Actor | undefined {
    return this.#cast.get(who);
  }

  /** The engine in the process of whoever plays. */
  engine(): Engine<Session> {
    const { process } = this.stage.actor();
    const engine = this.#engines.get(process);
    if (!engine) throw new Error(`${process.name} has no engine`);
    return engine;
  }

  /** A connection from the process of whoever plays. */
  connect(): Session {
    return new Session(this.stage, this.world.pool(this.stage.actor().process.name));
  }

  /** Notes what whoever plays is told. In a dead process nobody hears it. */
  async tell(n: number | null, ask: () => Promise<Outcome>): Promise<void> {
    const by = this.stage.actor();
    const entry: Told = { by, n, outcome: null };
    this.told.push(entry);
    const outcome = await ask().catch((error: unknown) => ({ kind: 'rejected' as const, error }));
    if (!by.process.isAlive) return;
    entry.outcome = outcome;
    // The number of a receipt is another one in every play.
    const what =
      outcome.kind === 'answered'
        ? `${outcome.how}, ${outcome.stored.body.replace(/\d+/, 'n')}`
        : outcome.kind;
    this.stage.note(`is told: ${what}`);
  }

  /** The name of the process that made a fencing token. */
  readonly ownerOf = (token: string | null): string | undefined =>
    [...this.#engines.keys()].find(({ number }) => number === Number(token?.slice(0, 8)))?.name;

  #startProcess(name: string): Process {
    const process = new Process(name, this.#engines.size + 1);
    let tokens = 0;
    const engine = new Engine<Session>({
      database: postgresDatabase(async () => this.connect()),
      clock: this.stage.clockOf(process),
      newToken: () => tokenOf(process, ++tokens),
      report: () => undefined,
    });
    this.#engines.set(process, engine);
    return process;
  }
}

/** A fencing token that tells whose it is. */
function tokenOf({ number }: Process, count: number): string {
  return `${String(number).padStart(8, '0')}-0000-4000-8000-${String(count).padStart(12, '0')}`;
}
