import { setTimeout as sleep } from 'node:timers/promises';
import type { Draw } from './draw';
import { Shopper } from './shopper';
import type { World } from './world';

/** Shoppers who come one after the other, so many of them at a time. */
export class Crowd {
  readonly #present = new Set<Shopper>();
  #came = 0;

  constructor(
    private readonly world: World,
    private readonly draw: Draw,
  ) {}

  /** Who has not seen an end of everything yet. */
  get present(): readonly Shopper[] {
    return [...this.#present];
  }

  /** Lets them come until the shop closes. Resolves when the last one has left. */
  async shop(atATime: number): Promise<void> {
    await Promise.all(Array.from({ length: atATime }, () => this.#queue()));
  }

  async #queue(): Promise<void> {
    while (!this.world.isClosing()) {
      this.#came += 1;
      const name = `shopper-${this.#came}`;
      const shopper = new Shopper(name, this.world, this.draw.branch(name));
      this.#present.add(shopper);
      await shopper.visit();
      this.#present.delete(shopper);
      await sleep(this.draw.between(0, 400));
    }
  }
}
