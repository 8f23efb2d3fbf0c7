import { setTimeout as sleep } from 'node:timers/promises';
import type { PurchaseState } from '@/ui/checkout/purchase-state';
import { Browser, type Page, Tab } from '../browser';
import { cardOf, drawCard } from './cards';
import type { Purchase } from './chronicle';
import type { Draw } from './draw';
import { fillCart, look, makeInput, mend, type Seen, setItem } from './errands';
import { GaveUp, persist } from './patience';
import { toldBy, toldIn } from './told';
import { drawTroubles, type Trouble } from './troubles';
import type { World } from './world';

/** How often one visit presses Pay at most. */
const mostPresses = 6;

/** Somebody who shops with the real code of the browser, and does everything to its pages that people do. */
export class Shopper {
  readonly #browser: Browser;
  readonly #tabs: Tab[] = [];
  /** What goes on in other tabs. */
  readonly #besides: Promise<void>[] = [];

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly draw: Draw,
  ) {
    const route = draw.branch('route');
    this.#browser = new Browser(() => route.pick(world.storeUrls));
  }

  /** The whole visit. Resolves when every page that was not closed has shown an end. */
  async visit(): Promise<void> {
    try {
      const tab = this.#openTab();
      await fillCart(tab.page, this.draw, this.world);
      await this.#buy(tab);
    } catch (error) {
      this.#explain(error);
    }
    await Promise.all(this.#besides);
    for (const tab of this.#tabs) tab.close();
  }

  #openTab(): Tab {
    const tab = new Tab(this.#browser, (key, state) => this.#isShown(key, state));
    this.#tabs.push(tab);
    return tab;
  }

  async #buy(first: Tab): Promise<void> {
    let tab = first;
    let card = drawCard(this.draw);
    for (let presses = 0; presses < mostPresses && !this.world.isClosing(); presses += 1) {
      const seen = await look(tab.page, this.draw);
      if (seen === null) return;
      if (this.draw.chance(0.2)) await sleep(this.draw.between(300, 4_000)); // not everybody is fast
      if (this.draw.chance(0.06)) await this.#changeCart(this.#openTab().page);
      this.#press(tab.page, seen, card);
      const end = await this.#seeThrough(tab, drawTroubles(this.draw));
      if (end === 'left') {
        if (!this.draw.chance(0.4)) return;
        tab = this.#openTab();
        continue;
      }
      if (end.phase === 'refused' && end.data.reason === 'card_declined') card = cardOf(this.draw, 'good');
      if (!(await this.#goesOn(tab.page, end))) return;
    }
  }

  /** Waits for the purchase's rest; on the way there everything happens that is to happen. */
  async #seeThrough(tab: Tab, troubles: readonly Trouble[]): Promise<PurchaseState | 'left'> {
    for (const { kind, afterMs } of troubles) {
      const end = await Promise.race([tab.page.rest(), sleep(afterMs)]);
      if (end) return end;
      this.#note(kind.replaceAll('_', ' '));
      switch (kind) {
        case 'reload':
          tab.reload();
          break;
        case 'leave':
          tab.close();
          return 'left';
        case 'duplicate_the_tab':
          this.#besides.push(this.#watchOver(tab.duplicate()));
          break;
        case 'pay_in_another_tab':
          this.#besides.push(this.#payBesides());
          break;
        case 'change_of_mind':
          this.#besides.push(this.#changeMind(tab.page));
          break;
        case 'change_the_cart':
          this.#besides.push(this.#changeCart(this.#openTab().page));
          break;
      }
    }
    return tab.page.rest();
  }

  /** What a shopper does after an end; whether there is something to pay for again. */
  async #goesOn(page: Page, end: PurchaseState): Promise<boolean> {
    switch (end.phase) {
      case 'paid':
      case 'already_ordered': {
        await this.#visitOrder(page, end);
        if (!this.draw.chance(0.3) || this.world.isClosing()) return false;
        await fillCart(page, this.draw, this.world);
        return true;
      }
      case 'refused':
        page.runner.reset();
        await mend(page, this.draw, end.data);
        return this.draw.chance(0.8);
      default:
        page.runner.reset();
        await sleep(this.draw.between(500, 3_000));
        return this.draw.chance(0.8);
    }
  }

  /** The page of the order: what it shows must bear out what was told. */
  async #visitOrder(
    page: Page,
    end: Extract<PurchaseState, { phase: 'paid' | 'already_ordered' }>,
  ): Promise<void> {
    const orderId = end.phase === 'paid' ? end.paid.orderId : end.orderId;
    const order = await persist(this.draw, 'see the order', (options) =>
      page.client.orders.get.query({ orderId }, options),
    );
    this.#note(`sees the order ${orderId}: ${order.status}, payment ${order.payment.status}`);
    if (end.phase === 'paid' && !['paid', 'fulfilled', 'refunded'].includes(order.status)) {
      this.world.chronicle.contradict(
        this.name,
        `was told paid, and sees the order ${orderId} ${order.status}`,
      );
    }
    page.runner.arrive();
  }

  /** One tap, or some in one go: they are one purchase. */
  #press(page: Page, seen: Seen, card: ReturnType<typeof drawCard>): void {
    const { cartId, cartVersion, total } = seen;
    const prepare = async () => {
      const { key } = page;
      const input = await makeInput(this.world, seen, card);
      if (key !== undefined) this.#purchase(key).sent = { cartId, total: total.amount };
      return input;
    };
    const taps = this.draw.chance(0.3) ? this.draw.whole(2, 4) : 1;
    for (let tap = 0; tap < taps; tap += 1) page.runner.pay(prepare);
    this.#note(`presses Pay (${taps}) for ${total.amount} on cart ${cartId}, version ${cartVersion}`);
  }

  /** Another tab of the same shopper pays the same cart: another key. */
  async #payBesides(): Promise<void> {
    try {
      const tab = this.#openTab();
      const seen = await look(tab.page, this.draw);
      if (seen === null) return;
      this.#press(tab.page, seen, cardOf(this.draw, 'good'));
      await this.#watchOver(tab);
    } catch (error) {
      this.#explain(error);
    }
  }

  async #watchOver(tab: Tab): Promise<void> {
    if (!this.#tabs.includes(tab)) this.#tabs.push(tab);
    await tab.page.rest();
    tab.page.runner.arrive();
  }

  async #changeCart(page: Page): Promise<void> {
    try {
      await setItem(page, this.draw, this.draw.pick(this.world.plenty), this.draw.whole(1, 3));
    } catch (error) {
      this.#explain(error);
    }
  }

  /** The purchase is given up while its attempts are under way; whoever leaves the page does not hear what came of it. */
  async #changeMind({ client, key, left }: Page): Promise<void> {
    if (key === undefined) return;
    const purchase = this.#purchase(key);
    const { cartId } = purchase.sent ?? {};
    const closing = persist(this.draw, 'close the purchase', (options) =>
      client.checkout.close.mutate({ key, cartId }, options),
    );
    try {
      const closed = await Promise.race([closing, left]);
      const told = closed ? toldBy(closed) : null;
      if (told) this.world.chronicle.tell(purchase, told);
    } catch (error) {
      this.#explain(error);
    }
  }

  #isShown(key: string, state: PurchaseState): void {
    const purchase = this.#purchase(key);
    if (state.phase === 'paying') purchase.attempts += 1;
    const told = toldIn(state);
    if (told) this.world.chronicle.tell(purchase, told);
    else this.#note(`${key} is ${state.phase}${'attempt' in state ? `, attempt ${state.attempt}` : ''}`);
  }

  #purchase(key: string): Purchase {
    return this.world.chronicle.purchase(this.name, key);
  }

  #explain(error: unknown): void {
    if (error instanceof GaveUp) this.#note(`gives up: ${error.message}`);
    else this.world.chronicle.contradict(this.name, `did not expect this: ${error}`);
  }

  #note(what: string): void {
    this.world.chronicle.note(this.name, what);
  }
}
