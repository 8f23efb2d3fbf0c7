import { z } from 'zod';
import { webhookSecret, webhookUrl } from './webhook-address';

export const WEBHOOK_MODES = ['normally', 'twice', 'late', 'out_of_order', 'never'] as const;

/** How webhooks are sent, and how they misbehave on purpose. */
export interface WebhookSettings {
  readonly mode: (typeof WEBHOOK_MODES)[number];
  /** `late`: how long after its event a webhook is first sent, in milliseconds. */
  readonly lateMs: number;
  /** `out_of_order`: how many webhooks are held back before they are sent, the newest first. */
  readonly batchSize: number;
  /** `out_of_order`: how long the first of them waits at most for the others, in milliseconds. */
  readonly batchMs: number;
  /** How long a receiver may take to answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The pause after the first failed try, in milliseconds. It doubles with every try, up to a minute. */
  readonly retryBaseMs: number;
}

/** What can be changed while the simulator runs. None of it outlives the process. */
export interface Settings {
  /** How much later every POST under `/v1` answers, in milliseconds. The work is done before the wait. */
  latencyMs: number;
  /** How old a payment intent must be before a search finds it, in milliseconds. */
  searchLagMs: number;
  /** After what time a refund that ends later does so, in milliseconds. */
  refundDelayMs: number;
  webhooks: WebhookSettings;
}

export const DEFAULT_SEARCH_LAG_MS = 60_000;

export function initialSettings(latencyMs: number): Settings {
  return {
    latencyMs,
    searchLagMs: DEFAULT_SEARCH_LAG_MS,
    refundDelayMs: 1000,
    webhooks: {
      mode: 'normally',
      lateMs: 5000,
      batchSize: 8,
      batchMs: 1000,
      timeoutMs: 10_000,
      retryBaseMs: 1000,
    },
  };
}

const wholeNumber = (minimum: number, maximum: number) =>
  z.number().int().min(minimum).max(maximum).optional();

const change = z.strictObject({
  latencyMs: wholeNumber(0, 120_000),
  searchLagMs: wholeNumber(0, 3_600_000),
  refundDelayMs: wholeNumber(0, 3_600_000),
  webhook: z.strictObject({ url: webhookUrl, secret: webhookSecret }).nullable().optional(),
  webhooks: z
    .strictObject({
      mode: z.enum(WEBHOOK_MODES).optional(),
      lateMs: wholeNumber(0, 3_600_000),
      batchSize: wholeNumber(1, 1000),
      batchMs: wholeNumber(0, 3_600_000),
      timeoutMs: wholeNumber(1, 120_000),
      retryBaseMs: wholeNumber(1, 60_000),
    })
    .optional(),
});

export type SettingsChange = z.infer<typeof change>;

/** Reads a change given as JSON text, or says what is wrong with it. */
export function readSettingsChange(json: string): { change: SettingsChange } | { problem: string } {
  const parsed = change.safeParse(parseJson(json));
  if (parsed.success) return { change: parsed.data };
  return { problem: `These settings cannot be used. ${z.prettifyError(parsed.error)}` };
}

/** Applies everything of a change but the endpoint, which is not a setting of the process: it is in the journal. */
export function applySettings(settings: Settings, given: SettingsChange): void {
  settings.latencyMs = given.latencyMs ?? settings.latencyMs;
  settings.searchLagMs = given.searchLagMs ?? settings.searchLagMs;
  settings.refundDelayMs = given.refundDelayMs ?? settings.refundDelayMs;
  const { webhooks } = settings;
  settings.webhooks = {
    mode: given.webhooks?.mode ?? webhooks.mode,
    lateMs: given.webhooks?.lateMs ?? webhooks.lateMs,
    batchSize: given.webhooks?.batchSize ?? webhooks.batchSize,
    batchMs: given.webhooks?.batchMs ?? webhooks.batchMs,
    timeoutMs: given.webhooks?.timeoutMs ?? webhooks.timeoutMs,
    retryBaseMs: given.webhooks?.retryBaseMs ?? webhooks.retryBaseMs,
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
