/** What was measured, in one line, and whether that reaches its goal where it has one. */
export interface Figure {
  readonly text: string;
  readonly goal?: string;
  readonly isMet?: boolean;
}

/** One thing that was measured of several contestants which took turns. The first of them is what the others are held against. */
export interface Measure {
  /** What it is, such as `purchases, 8 at once`. */
  readonly name: string;
  /** Of the values, such as `a second` or `ms`. */
  readonly unit: string;
  readonly contestants: readonly Contestant[];
  /** It stands in the tables, and no chart shows it. */
  readonly isDetail?: boolean;
}

export interface Contestant {
  readonly name: string;
  /** One of each round. */
  readonly values: readonly number[];
}

/** What a part of the bench brings. */
export interface Measured {
  readonly figures: readonly Figure[];
  readonly measures?: readonly Measure[];
}

/** What the command line may set. */
export interface Options {
  /** How often each contestant has its turn. */
  readonly rounds: number;
  /** How long a turn takes, in seconds. */
  readonly seconds: number;
  /** How many purchases a store makes before its memory is looked at for the last time. */
  readonly purchases: number;
  /** How many keys are stored where growth is looked at: up to 10 million. */
  readonly keys: number;
  /** How many orders an old shop has. */
  readonly orders: number;
}

/** A part of the bench, in a folder of its own for whatever it writes. */
export type Part = (folder: string, options: Options) => Promise<Measured>;
