import type { Draw } from './draw';

/** How the processor behaves for the next few seconds. Mostly well: slow and silent processors hold everything up. */
export function drawProcessorSettings(draw: Draw): Readonly<Record<string, unknown>> {
  const pace = draw.weighed({ quick: 55, slow: 30, silent: 15 });
  const latencyMs = { quick: 0, slow: draw.whole(100, 1_200), silent: draw.whole(1_800, 3_500) }[pace];
  const mode = draw.weighed({ normally: 40, twice: 20, late: 15, out_of_order: 15, never: 10 });
  return {
    latencyMs,
    refundDelayMs: draw.whole(100, 5_000),
    webhooks: { mode, lateMs: draw.whole(500, 8_000), timeoutMs: 3_000, retryBaseMs: 500 },
  };
}
