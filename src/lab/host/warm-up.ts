import { type LabShop, storeNames } from './lab-shop';
import { Visitor } from './visitor';

/** Buys once at each store: what a process does only once is not to be seen in the first runs. */
export async function warmUp(lab: LabShop): Promise<void> {
  for (const [index, productId] of (await lab.newProducts(storeNames.length, 1)).entries()) {
    lab.prefer(storeNames[index] ?? 'store-1');
    const visitor = new Visitor('tab-1', lab, 1, () => undefined);
    await visitor.putIntoCart(productId, 1);
    await visitor.buy();
  }
}
