import { until } from '@/run/testbed/until';
import type { Fleet } from './fleet';
import { patiently } from './patience';
import { isFinal, isPaid, type Purchase } from './shoppers';

/** How long the shop may take to finish alone what is open when the shoppers have left: a lease, and some. */
const settleBoundMs = 40_000;

const openPurchases = `
  SELECT (SELECT count(*) FROM idempotency_key WHERE state = 'in_progress')::int
       + (SELECT count(*) FROM payment WHERE status IN ('processing', 'in_doubt', 'captured_late'))::int AS count`;

const paidWithoutReceipt = `
  SELECT "order".id::text FROM "order"
  WHERE status = 'paid' AND NOT EXISTS (SELECT 1 FROM receipt WHERE order_id = "order".id)
    AND NOT EXISTS (SELECT 1 FROM pgboss.job WHERE name = 'receipt' AND state IN ('created', 'retry', 'active')
                    AND data->>'orderId' = "order".id::text)`;

/**
 * Waits until nothing is open any more, and holds what shoppers were told against what is true: one sentence for everything that
 * is wrong. Every purchase is asked for once more at every store.
 */
export async function whatIsWrong(fleet: Fleet, purchases: readonly Purchase[]): Promise<readonly string[]> {
  await until(
    'every purchase is settled',
    async () => (await fleet.sql<{ count: number }>(openPurchases))[0]?.count === 0,
    settleBoundMs,
  );
  const wrong: string[] = [];
  const { charges } = await fleet.processor.books();
  const captured = charges.filter(({ status }) => status === 'captured');
  for (const purchase of purchases) {
    const { key } = purchase.request;
    const chargeCount = captured.filter(({ metadata }) => metadata.key === key).length;
    const owed = isPaid(purchase) ? 1 : 0;
    if (chargeCount !== owed) wrong.push(`${key} is charged ${chargeCount} times, and not ${owed}`);
    const told = new Set([
      ...purchase.answers.map(({ text }) => text),
      ...(await askEverywhere(fleet, purchase)),
    ]);
    if (told.size > 1) wrong.push(`${key} was told ${told.size} different things: ${[...told].join(' | ')}`);
  }
  const known = new Set(purchases.map(({ request }) => request.key));
  for (const { id, metadata } of captured)
    if (!known.has(metadata.key ?? '')) wrong.push(`the charge ${id} is nobody's`);
  for (const { id } of await fleet.sql<{ id: string }>(paidWithoutReceipt))
    wrong.push(`nobody is going to write the receipt of the order ${id}`);
  const { code, lines } = await fleet.audit();
  if (code !== 0) wrong.push(`the audit: ${lines}`);
  return wrong;
}

/** What each store says in the end of a purchase that is over; "ask again with your key" is no answer yet. */
async function askEverywhere({ storeUrls }: Fleet, { shopper, request }: Purchase): Promise<string[]> {
  const ask = (url: string) =>
    patiently(async () => {
      const answer = await shopper.pay(request, url);
      if (!isFinal(answer)) throw new Error(`${url} answered ${answer.status}: ${answer.text}`);
      return answer.text;
    });
  return Promise.all(storeUrls.map(ask));
}
