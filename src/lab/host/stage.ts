import type { ScenarioPlan, TabName } from '../scenarios/scenario';
import type { Crowd } from './crowd';
import type { LabShop } from './lab-shop';
import type { Tell } from './teller';
import { type Checkout, Visitor } from './visitor';

/** Who is about to press Pay. */
export interface Stage {
  readonly visitors: ReadonlyMap<TabName, Visitor>;
  /** Those of a crowd. */
  readonly checkouts: readonly Checkout[];
}

/** Fills the carts and opens the checkouts, before anything is told. */
export async function setStage(
  lab: LabShop,
  plan: ScenarioPlan,
  seed: number,
  tell: Tell,
  crowd: Crowd,
): Promise<Stage> {
  const visitors = new Map<TabName, Visitor>();
  const clients = plan.steps.reduce((sum, step) => sum + (step.do === 'crowd' ? step.clients : 0), 0);
  if (clients > 0) {
    // One each: what they wait for is the shop, and not each other.
    const productIds = await lab.newProducts(clients, 1);
    return { visitors, checkouts: await crowd.gather(productIds) };
  }
  const [productId = ''] = await lab.newProducts(1, plan.stock ?? 1_000);
  for (const tab of plan.tabs ?? (['tab-1'] as const)) {
    const first = visitors.get('tab-1');
    const beside = plan.isOfTwoShoppers ? undefined : first;
    const visitor = new Visitor(tab, lab, seed, (shown) => tell({ type: 'shown', shown }), beside);
    if (!beside) await visitor.putIntoCart(productId, 1);
    await visitor.look();
    visitors.set(tab, visitor);
  }
  return { visitors, checkouts: [] };
}
