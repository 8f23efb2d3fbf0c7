import { expectOk, TestShopper } from '@/run/testbed/shopper';

/** A page to be looked at, and how. */
export interface Page {
  readonly name: string;
  readonly path: string;
  /** The most JavaScript that it may be sent with, in kB. */
  readonly javascriptKb?: number;
  /** The session cookie of its shopper; a new shopper has none. */
  readonly cookie?: string;
  /** Something that it asks for where it shows what it is to show. */
  readonly picture: string;
}

const picture = '/products/arcade-button.svg';

/** The pages that have a goal, in the order in which a shopper meets them; the last two with something in the cart. */
export async function pagesOf(shopUrl: string): Promise<readonly Page[]> {
  const shopper = new TestShopper(shopUrl);
  const products = await shopper.products();
  for (const [slug, quantity] of [
    ['arcade-button', 2],
    ['hotel-bell', 1],
  ] as const) {
    expectOk(await shopper.mutate('cart.setItem', { productId: products[slug], quantity }));
  }
  const { cookie = '' } = shopper;
  return [
    { name: 'product list', path: '/', picture, javascriptKb: 130 },
    { name: 'product', path: '/products/arcade-button', picture },
    { name: 'cart', path: '/cart', picture, cookie },
    { name: 'checkout', path: '/checkout', picture, cookie },
  ];
}
