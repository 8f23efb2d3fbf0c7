import type { Chronicle } from './chronicle';

/** What everybody who uses the shop under torture knows of it. */
export interface World {
  /** Where the stores are reached; any of them may answer. */
  readonly storeUrls: readonly string[];
  /** Where browsers hand in their cards. */
  readonly processorUrl: string;
  readonly operatorToken: string;
  /** Product ids: what there is enough of, and what runs out. */
  readonly plenty: readonly string[];
  readonly scarce: readonly string[];
  readonly promoCodes: readonly string[];
  readonly chronicle: Chronicle;
  /** True once nothing new is to be begun. */
  readonly isClosing: () => boolean;
}
