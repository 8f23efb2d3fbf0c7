import { z } from 'zod';
import { paymentStatuses } from '@/payments/statuses';
import { currencyCodes } from '@/platform/currencies';

/** What the console asks for. Whatever these refuse is a 400. */

/** Which key: whose, of which operation. */
export const keyInput = z.object({
  scope: z.string().min(1).max(255),
  operation: z.string().min(1).max(100),
  key: z.string().regex(/^[\x21-\x7e]{1,255}$/),
});

export const searchInput = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed()),
});

export const paymentsInput = z.object({
  status: z.enum(paymentStatuses).optional(),
  before: z.uuid().optional(),
});

export const transactionsInput = z.object({
  account: z.string().max(40).optional(),
  currency: z.enum(currencyCodes).optional(),
  kind: z.string().max(40).optional(),
  before: z.uuid().optional(),
});

export const reconciliationsInput = z.object({ onlyFindings: z.boolean().default(false) });

export const reconciliationInput = z.object({ runId: z.uuid() });

/** Queues whose jobs end as dead letters. */
export const redriveInput = z.object({ queue: z.enum(['receipt']) });

/** Work that comes by the clock. */
export const runNowInput = z.object({ queue: z.enum(['reap', 'reconcile', 'audit']) });

export const actionsInput = z.object({
  who: z.string().max(60).optional(),
  action: z.string().max(40).optional(),
  subject: z.string().max(600).optional(),
  before: z.uuid().optional(),
});
