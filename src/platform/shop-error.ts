import { type Answer, answer } from '@/idempotency';
import { type ErrorData, isReason, type Reason, reasons } from './reasons';

/** Told to the caller as it is. `message` says to a person what happened and what to do next. */
export class ShopError extends Error {
  readonly reason: Reason;
  readonly data: ErrorData;

  constructor(reason: Reason, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'ShopError';
    this.reason = reason;
    this.data = { ...details, reason, retry: reasons[reason].retry };
  }
}

/** The error as an answer that can be stored under a key. */
export function errorAnswer(
  reason: Reason,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): Answer {
  return answer(reasons[reason].status, { message, reason, ...details });
}

/** The stored error again, as it was first told. Throws when the text is not one. */
export function errorFromAnswer(stored: Answer): ShopError {
  const value: unknown = JSON.parse(stored.body);
  if (typeof value === 'object' && value !== null && 'reason' in value && 'message' in value) {
    const { reason, message, ...details } = value;
    if (isReason(reason) && typeof message === 'string') return new ShopError(reason, message, details);
  }
  throw new Error(`a stored answer of status ${stored.status} cannot be read: ${stored.body}`);
}
