import { read } from '@/retry';

/** Ends a read when nobody wants it any more, and when it takes too long. */
export function bounded(signal: AbortSignal): { signal: AbortSignal } {
  return { signal: AbortSignal.any([signal, AbortSignal.timeout(read.attemptTimeoutMs)]) };
}
