/** What was seen, for people to read, and everything that was not as it must be. */
export interface Shown {
  readonly seen: string;
  readonly wrong: readonly string[];
}
