import { z } from 'zod';

/** What can be changed while the simulator runs. */
export interface Settings {
  /** How much later every POST under `/v1` answers, in milliseconds. The work is done before the wait. */
  latencyMs: number;
  /** How old a payment intent must be before a search finds it, in milliseconds. */
  searchLagMs: number;
}

export const DEFAULT_SEARCH_LAG_MS = 60_000;

const change = z.strictObject({
  latencyMs: z.number().int().min(0).max(120_000).optional(),
  searchLagMs: z.number().int().min(0).max(3_600_000).optional(),
});

/** Applies a change given as JSON text. Returns what is wrong with it, or undefined when it was applied. */
export function changeSettings(settings: Settings, json: string): string | undefined {
  const parsed = change.safeParse(parseJson(json));
  if (!parsed.success) {
    return `Settings are JSON with latencyMs (0 to 120000) and searchLagMs (0 to 3600000): ${z.prettifyError(parsed.error)}`;
  }
  settings.latencyMs = parsed.data.latencyMs ?? settings.latencyMs;
  settings.searchLagMs = parsed.data.searchLagMs ?? settings.searchLagMs;
  return undefined;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
