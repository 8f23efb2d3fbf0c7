import { setTimeout as sleep } from 'node:timers/promises';
import type { WiredShop } from '../wired-shop';

/** What is still open, by kind. */
export type Open = Readonly<Record<string, number>>;

const question = `
  SELECT
    (SELECT count(*) FROM idempotency_key WHERE state = 'in_progress')::int AS keys,
    (SELECT count(*) FROM "order" WHERE status = 'pending')::int AS orders,
    (SELECT count(*) FROM payment WHERE status IN ('processing', 'in_doubt'))::int AS payments,
    (SELECT count(*) FROM payment WHERE status = 'captured_late')::int AS "late captures",
    (SELECT count(*) FROM refund WHERE status IN ('requested', 'in_doubt'))::int AS refunds,
    (SELECT count(*) FROM processor_event WHERE applied_at IS NULL)::int AS messages`;

async function whatIsOpen(shop: WiredShop): Promise<Open> {
  const [row] = await shop.sql<Record<string, number>>(question);
  const all = { ...row, webhooks: await shop.undelivered() };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

/** Waits until nothing is open any more, at most for `boundMs` or until it is interrupted; returns what is open then. The shop does it alone. */
export async function settle(
  shop: WiredShop,
  boundMs: number,
  interrupted: AbortSignal,
  show: (open: Open) => void,
): Promise<Open> {
  const endsAt = performance.now() + boundMs;
  for (let look = 0; ; look += 1) {
    if (look % 10 === 0) await shop.redeliver();
    const open = await whatIsOpen(shop);
    show(open);
    const isOver = interrupted.aborted || performance.now() > endsAt;
    if (isOver || Object.keys(open).length === 0) return open;
    await sleep(500);
  }
}

export function toldOpen(open: Open): string {
  return Object.entries(open)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
