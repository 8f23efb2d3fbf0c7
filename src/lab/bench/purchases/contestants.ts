import { type Accounts, expectSold, readAccounts } from '../shop/accounts';
import { Buyers } from '../shop/buyers';
import { countEndings } from '../shop/load';
import type { MeasuredShop } from '../shop/open';
import { DriverRun } from '../statements/over-driver';
import type { PgbenchRun } from '../statements/pgbench';
import type { PurchaseScript } from '../statements/purchase';
import { keepBusy } from '../steady';
import type { TurnTaker } from '../turns';

/** One that makes purchases. */
export interface Contestant {
  readonly name: string;
  /** A turn of so many at a time. */
  turn(together: number): TurnTaker<Turn>;
}

/** What a turn came to. */
export interface Turn {
  readonly perSecond: number;
  /** How long each purchase took, in milliseconds; none where nobody has looked. */
  readonly times: readonly { readonly tookMs: number }[];
}

/** The shop that is bought at, and how long a turn is, in milliseconds. */
export interface Course {
  readonly shop: MeasuredShop;
  readonly forMs: number;
}

/** How many purchases a second are prepared for before anything is known of the machine. */
const guessedPerSecond = 600;
/** A turn may be so much faster than every one before it. */
const headroom = 2;

interface Maker {
  readonly name: string;
  /** Whether its purchases leave a stored answer behind. */
  readonly hasKeys: boolean;
  readonly prepare: (count: number) => Promise<void>;
  /** Makes purchases, so many at a time, and says how many in all. */
  readonly make: (together: number) => Promise<Turn & { readonly made: number }>;
}

/** Holds every turn against the shop's accounts, and has enough prepared for the next one. */
function checked({ shop, forMs }: Course, { name, hasKeys, prepare, make }: Maker): Contestant {
  let fastest = guessedPerSecond;
  return {
    name,
    turn: (together) => {
      let before: Accounts | undefined;
      return {
        name: turnName(name, together),
        prepare: async () => {
          await prepare(Math.ceil((fastest * headroom * forMs) / 1_000) + together);
          await shop.rest();
          before = await readAccounts(shop);
        },
        take: async () => {
          const { made, ...turn } = await make(together);
          fastest = Math.max(fastest, turn.perSecond);
          if (before) expectSold(before, await readAccounts(shop), made, hasKeys, name);
          return turn;
        },
      };
    },
  };
}

export function turnName(contestant: string, together: number): string {
  return `${contestant}, ${together} at once`;
}

/** Buyers who press Pay at a store. Throws where one of them is not sold anything. */
export async function overHttp(
  course: Course,
  request: {
    readonly name: string;
    readonly hasKeys: boolean;
    readonly storeUrls: readonly string[];
    readonly procedure?: string;
    readonly productIds: readonly string[];
  },
): Promise<Contestant> {
  const { name, hasKeys } = request;
  const buyers = await Buyers.invite(course.shop, 1, request);
  return checked(course, {
    ...{ name, hasKeys },
    prepare: (count) => buyers.becomeAtLeast(count),
    make: async (together) => {
      const { all, counted, perSecond } = await keepBusy(() => buyers.press(), together, course.forMs);
      if (all.some(({ what }) => what !== 'paid')) throw new Error(`${name}: ${countEndings(all)}`);
      return { perSecond, times: counted, made: all.length };
    },
  });
}

/** The same statements through node-postgres. */
export function overDriver(course: Course, script: PurchaseScript): Contestant {
  const run = new DriverRun(course.shop.databaseUrl, script);
  return checked(course, {
    ...{ name: 'node-postgres', hasKeys: true },
    prepare: (count) => run.becomeAtLeast(count),
    make: async (together) => {
      const { all, counted, perSecond } = await run.keepSaying(together, course.forMs);
      return { perSecond, times: counted, made: all.length };
    },
  });
}

/** The same statements by pgbench, which is given a number of purchases and not a time. */
export function overPgbench(course: Course, run: PgbenchRun): Contestant {
  const guesses = new Map<number, number>();
  return checked(course, {
    ...{ name: 'pgbench', hasKeys: true },
    prepare: async () => undefined,
    make: async (together) => {
      const inAll = ((guesses.get(together) ?? guessedPerSecond) * course.forMs) / 1_000;
      const each = Math.max(1, Math.round(inAll / together));
      const perSecond = await run.make(together, each);
      guesses.set(together, perSecond);
      return { perSecond, times: [], made: together * each };
    },
  });
}
