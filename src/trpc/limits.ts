import { AsyncResource } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** How many in a window of time, for one shopper and for all who come from one address. */
export interface Limit {
  readonly shopper: number;
  readonly address: number;
}

export interface Limits {
  readonly paymentsAMinute: Limit;
  readonly declinesAnHour: Limit;
}

/** Who pays, and with which key. `address` is what is counted as one: an IPv4 address, or an IPv6 /64. */
export interface Payer {
  readonly shopper: string;
  readonly address: string;
  /** Names the purchase among those of all shoppers. */
  readonly payment: string;
}

const minute = 60;
const hour = 60 * minute;

/** The keys that are remembered as counted. One that is forgotten again is counted once more, which nobody feels. */
const rememberedKeys = 20_000;

/**
 * The limits of one process on new payments, and on how many cards of one shopper or one address may be declined. A key counts
 * once, however often it is attempted. In memory, so several stores let in several times as much; a restart forgets.
 *
 * The memory is bounded whoever attacks: who is counted is hashed, with a secret of this process, into one of 65,536 places, so that endless
 * cookies and addresses meet in the same places instead of making more. Two who share a place share its limit; which two,
 * nobody can choose. One address can fill few places: what it may do at all is limited before its shoppers are counted.
 */
export class PaymentLimits {
  readonly #payments: Pair;
  readonly #declines: Pair;
  readonly #countedPayments = new Recent(rememberedKeys);
  readonly #countedDeclines = new Recent(rememberedKeys);

  constructor({ paymentsAMinute, declinesAnHour }: Limits) {
    this.#payments = pairOf(paymentsAMinute, minute);
    this.#declines = pairOf(declinesAnHour, hour);
  }

  /** Counts a new payment. Returns null when it is within the limits, or in how many milliseconds it would be. */
  async enter(payer: Payer): Promise<number | null> {
    const declinedMs = Math.max(
      await wornOutMs(this.#declines.shopper, payer.shopper),
      await wornOutMs(this.#declines.address, payer.address),
    );
    if (declinedMs > 0) return declinedMs;
    if (this.#countedPayments.has(payer.payment)) return null;
    const { shopper, address } = this.#payments;
    const addressWaitMs = await countOne(address, payer.address);
    if (addressWaitMs !== null) return addressWaitMs;
    const shopperWaitMs = await countOne(shopper, payer.shopper);
    // Who is over the own limit takes nothing from the others at the address.
    if (shopperWaitMs !== null) await address.reward(placeOf(payer.address));
    else this.#countedPayments.add(payer.payment);
    return shopperWaitMs;
  }

  /** Counts a card that was declined, once a key, whichever attempt brings the news. */
  async recordDecline(payer: Payer): Promise<void> {
    if (this.#countedDeclines.has(payer.payment)) return;
    this.#countedDeclines.add(payer.payment);
    await count(this.#declines.shopper, payer.shopper);
    await count(this.#declines.address, payer.address);
  }
}

interface Pair {
  readonly shopper: RateLimiterMemory;
  readonly address: RateLimiterMemory;
}

function pairOf({ shopper, address }: Limit, duration: number): Pair {
  return {
    shopper: new RateLimiterMemory({ points: shopper, duration }),
    address: new RateLimiterMemory({ points: address, duration }),
  };
}

/** Takes a point. Null when there was one left, or in how many milliseconds there will be; then none is taken. */
async function countOne(limiter: RateLimiterMemory, who: string): Promise<number | null> {
  const { consumedPoints, msBeforeNext } = await count(limiter, who);
  if (consumedPoints <= limiter.points) return null;
  await limiter.reward(placeOf(who));
  return msBeforeNext;
}

/**
 * A timer remembers the request in which it was started, with all that belongs to it: 28 kB, for as long as the window. So the
 * limiter's timers are started in the name of nobody.
 */
const nobody = new AsyncResource('PaymentLimits');

function count(limiter: RateLimiterMemory, who: string): Promise<RateLimiterRes> {
  return nobody.runInAsyncScope(() => limiter.penalty(placeOf(who)));
}

/** In how many milliseconds there will be a point left; 0 when there is one. */
async function wornOutMs(limiter: RateLimiterMemory, who: string): Promise<number> {
  const counted = await limiter.get(placeOf(who));
  return counted !== null && counted.consumedPoints >= limiter.points ? counted.msBeforeNext : 0;
}

const secret = randomBytes(16);

/** Sixteen bits of a keyed hash. */
function placeOf(who: string): string {
  return createHash('sha256').update(secret).update(who).digest('hex').slice(0, 4);
}

/** A set that forgets what was added first. */
class Recent {
  readonly #members = new Set<string>();

  constructor(private readonly size: number) {}

  has(member: string): boolean {
    return this.#members.has(member);
  }

  add(member: string): void {
    this.#members.add(member);
    const [oldest] = this.#members;
    if (this.#members.size > this.size && oldest !== undefined) this.#members.delete(oldest);
  }
}
