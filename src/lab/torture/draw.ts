import { randomStream } from '@/wire/rules';

/** Chance under a seed: the same name draws the same in every run. What meets when is up to the processes. */
export class Draw {
  readonly #next: () => number;

  /** @param name the seed, and whose chance it is */
  constructor(private readonly name: string) {
    this.#next = randomStream(name);
  }

  /** A stream of its own, for somebody whose draws must not depend on when others draw. */
  branch(name: string): Draw {
    return new Draw(`${this.name} ${name}`);
  }

  /** True in this part of all cases. */
  chance(part: number): boolean {
    return this.#next() < part;
  }

  between(least: number, most: number): number {
    return least + this.#next() * (most - least);
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.whole(0, from.length - 1)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  }

  /** One of them, as often as its weight says. */
  weighed<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries<number>(weights) as [T, number][]; // the keys of a record are its type
    let left = this.between(
      0,
      entries.reduce((sum, [, weight]) => sum + weight, 0),
    );
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    throw new Error('there is nothing to pick from');
  }
}
