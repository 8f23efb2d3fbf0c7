/** How long things are kept and waited for in this shop, as it is set. Milliseconds. */
export interface Times {
  readonly leaseMs: number;
  readonly giveUpAgeMs: number;
  readonly retentionMs: number;
  /** How long a call to the processor may take. */
  readonly callTimeoutMs: number;
  /** After that the processor may have forgotten a key. */
  readonly processorKeyMemoryMs: number;
}
