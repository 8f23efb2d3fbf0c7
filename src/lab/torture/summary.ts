import type { WiredShop } from '../wired-shop';
import type { Chronicle } from './chronicle';
import type { Told } from './told';

type Counts = Iterable<readonly [name: string, count: number]>;

/** The numbers of a run, by name, in the order in which they are shown. */
export type Totals = ReadonlyMap<string, number | string>;

export async function readTotals(
  shop: WiredShop,
  chronicle: Chronicle,
  { kills, freezes, faults }: { readonly kills: Counts; readonly freezes: Counts; readonly faults: Counts },
): Promise<Totals> {
  const [shopSays] = await shop.sql<Record<string, number>>(`
    SELECT (SELECT count(*) FROM attempt WHERE ending = 'joined')::int AS joins,
           (SELECT count(*) FROM attempt WHERE ending = 'replayed')::int AS replays,
           (SELECT count(*) FROM attempt WHERE ending = 'took_over')::int AS takeovers,
           (SELECT coalesce(sum(doubts), 0) FROM idempotency_key)::int AS "in doubts",
           (SELECT count(*) FROM payment WHERE status = 'not_made')::int AS "given up",
           (SELECT count(*) FROM ledger_transaction WHERE event_kind = 'late_capture')::int AS "late captures",
           (SELECT count(*) FROM refund WHERE status = 'succeeded')::int AS refunds,
           (SELECT count(*) FROM reconciliation_run WHERE finished_at IS NOT NULL)::int AS reconciliations`);
  const purchases = [...chronicle.purchases.values()];
  const told = (kind: Told['kind']) => chronicle.toldOf(kind).length;
  return new Map<string, number | string>([
    ['purchases', purchases.length],
    ['attempts', purchases.reduce((sum, { attempts }) => sum + attempts, 0)],
    ['told paid', told('paid')],
    ['told not charged', told('not_charged')],
    ['told already ordered', told('already_ordered')],
    ['left before an end', purchases.filter((purchase) => purchase.told.length === 0).length],
    ...Object.entries(shopSays ?? {}),
    ['kills', listed(kills)],
    ['freezes', listed(freezes)],
    ['faults', listed(faults)],
  ]);
}

/** `3 (processor 1, store-1 2)`. */
function listed(counts: Counts): string {
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b));
  return `${total(sorted)} (${sorted.map(([name, count]) => `${name} ${count}`).join(', ')})`;
}

export function total(counts: Counts): number {
  return [...counts].reduce((sum, [, count]) => sum + count, 0);
}

export function tableOf(totals: Totals): string {
  const width = Math.max(...[...totals.keys()].map((name) => name.length));
  return [...totals].map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}
