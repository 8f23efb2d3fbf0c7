import type { Scenario } from '@/ui/lab/protocol';
import type { RuleInput } from '@/wire/rules';

/** The pages of a run. `tab-2` belongs to the same shopper, or to another one where the scenario says so. */
export type TabName = 'tab-1' | 'tab-2';

export type StoreName = 'store-1' | 'store-2';

export type MemberName = StoreName | 'worker-1' | 'postgres' | 'processor';

/** A rule's `key` that stands for the key of a tab's purchase, which is made only when Pay is pressed. */
export const keyOf = (tab: TabName): string => `the key of ${tab}`;

/** What is waited for before a scenario goes on. */
export type Condition =
  | { readonly tab: TabName; readonly phase: string }
  | { readonly member: MemberName; readonly is: 'up' | 'down' | 'paused' }
  /** A message of this run, by how its label begins. */
  | {
      readonly message: string;
      readonly from?: string;
      readonly is: 'sent' | 'over';
      readonly times?: number;
    }
  /** By the database's clock. */
  | { readonly leaseIsOver: TabName }
  /** So many messages of the processor have been acknowledged. */
  | { readonly webhooks: number };

/** What a scenario can do. */
export type Deed =
  /** Pay is pressed, so often in one go. */
  | { readonly do: 'press'; readonly tab: TabName; readonly taps?: number }
  | { readonly do: 'reload'; readonly tab: TabName }
  /** The page is closed, and its request with it. */
  | { readonly do: 'close'; readonly tab: TabName }
  | { readonly do: 'wait'; readonly for: Condition }
  /** Replaces the rules on the wire. Those about a purchase come into force with its press. */
  | { readonly do: 'rules'; readonly rules: readonly RuleInput[] }
  | { readonly do: 'signal'; readonly member: MemberName; readonly signal: 'SIGCONT' | 'SIGKILL' }
  | { readonly do: 'start'; readonly member: MemberName }
  /** Which store the load balancer sends requests to, while it is up. */
  | { readonly do: 'prefer'; readonly store: StoreName }
  /** The purchase of a tab is sent once more by hand, with its key and at that total, in minor units more. */
  | { readonly do: 'send again'; readonly tab: TabName; readonly amountMore?: number }
  /** The retention of the stored answer is over, and it is reaped. */
  | { readonly do: 'expire'; readonly tab: TabName }
  /** A message of the processor about the purchase's payment, made and signed by hand: it says that it failed. */
  | { readonly do: 'failure notice'; readonly tab: TabName }
  /** So many shoppers, each with a cart of their own, press Pay in the same moment, and repeat by the policy of the Pay button. */
  | {
      readonly do: 'crowd';
      readonly clients: number;
      readonly jitter: 'none' | 'equal';
      /** For so long everybody is turned away. */
      readonly outageMs: number;
      /** How many arrive within a fifth of a second at the height of their return, while they are still turned away. */
      readonly wave: { readonly atLeast?: number; readonly atMost?: number };
    };

/** Something that is done, and the sentence that says what and why; some deeds need none. */
export type Step = Deed & { readonly say?: string };

/** A scenario as data: what the page tells of it, and how it goes. */
export interface ScenarioPlan extends Scenario {
  /** `tab-1` alone where nothing is said. */
  readonly tabs?: readonly TabName[];
  /** Each tab is another shopper's. */
  readonly isOfTwoShoppers?: boolean;
  /** How many units there are of what is bought. */
  readonly stock?: number;
  /** Whether the worker is there: it finishes what is abandoned. Elsewhere it rests, so that the retry does it. */
  readonly hasWorker?: boolean;
  /** Settings of the processor. */
  readonly processor?: Readonly<Record<string, unknown>>;
  /** Which store hears of what happens at the processor. */
  readonly webhooksTo?: StoreName;
  readonly steps: readonly Step[];
}

/** Where a purchase goes on the way from a browser to the shop, and on from there to the processor. */
export const toPay = { link: 'browser-shop', method: 'POST', path: '/api/trpc/checkout.pay' } as const;
export const toCharge = { link: 'shop-processor', method: 'POST', path: '/v1/payment_intents' } as const;

/** The first charge is made at once, and its answer comes so much later. */
export const slowCharge = (ms: number): RuleInput => ({
  ...{ id: 'slow charge', match: toCharge, nth: 1 },
  effect: { kind: 'delay', at: 'answer', ms },
});

export const payLabel = `POST ${toPay.path}`;
export const chargeLabel = `POST ${toCharge.path}`;

/** Whether the page has come to its end, paid. */
export const paid = (tab: TabName): Step => ({ do: 'wait', for: { tab, phase: 'paid' } });
