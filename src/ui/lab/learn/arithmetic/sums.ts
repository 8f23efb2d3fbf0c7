import { backoffMs, payButton } from '@/retry';

/** How wide the first wait of the Pay button is: between the least and the most that chance can draw. */
export const firstWindowMs = backoffMs(payButton, 1, 1) - backoffMs(payButton, 1, 0);

const secondsADay = 86_400;

/** Payments that are charged twice in a day, when every time-out is pressed again without a key after the charge was made. */
export function doubleChargesADay(paymentsASecond: number, timeoutsPerThousand: number): number {
  return Math.round((paymentsASecond * secondsADay * timeoutsPerThousand) / 1_000);
}

/** How many clients come back in each 100 ms when their waits are spread evenly over a window; all at once where it has no width. */
export function perTenthOfASecond(clients: number, windowMs: number): number {
  return windowMs < 100 ? clients : Math.round((clients * 100) / windowMs);
}

/** Rows that a table of keys holds when each is kept for so many hours. */
export function rowsKept(keysASecond: number, hours: number): number {
  return keysASecond * 3_600 * hours;
}
