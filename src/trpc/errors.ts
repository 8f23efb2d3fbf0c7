import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { classifyDatabaseError } from '@/platform/database-errors';
import { log } from '@/platform/log';
import { type Reason, reasons } from '@/platform/reasons';
import { ShopError } from '@/platform/shop-error';
import { spreadRetryAfterMs } from '@/retry';

/** tRPC's name of each status that a reason has. A status without a name does not compile. */
const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
} as const satisfies Record<(typeof reasons)[Reason]['status'], TRPCError['code']>;

/** Any error as the API tells it. What is not ours becomes `internal`, and only the log learns what it was. */
export function toShopError(error: TRPCError): ShopError {
  const { cause } = error;
  if (cause instanceof ShopError) return cause;
  if (cause instanceof ZodError) return invalidInput(cause);
  const ours = clientFaults[error.code];
  if (ours) return new ShopError(ours, error.message);
  const fault = classifyDatabaseError(cause);
  if (fault !== 'other') {
    log().error({ err: cause, fault }, 'the database did not do its work');
    return new ShopError(
      'database_unavailable',
      'The shop cannot reach its database. Please try again in a moment.',
      // Everybody who is told this is told it at the same time.
      { retryAfterMs: spreadRetryAfterMs(1_000, Math.random()) },
    );
  }
  log().error({ err: cause ?? error }, 'a request failed');
  return new ShopError('internal', 'Something went wrong on our side. Trying again is safe.', {
    retryAfterMs: 1_000,
  });
}

/** What tRPC itself says of a request that it cannot route or read. */
const clientFaults: Partial<Record<TRPCError['code'], Reason>> = {
  PARSE_ERROR: 'invalid_input',
  BAD_REQUEST: 'invalid_input',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'not_found',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_input',
  PAYLOAD_TOO_LARGE: 'too_large',
};

function invalidInput(error: ZodError): ShopError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message;
  const names = Object.keys(fields).join(', ');
  return new ShopError('invalid_input', `Please check: ${names}.`, { fields });
}

export function toTrpcError(error: ShopError): TRPCError {
  return new TRPCError({ code: codes[reasons[error.reason].status], message: error.message, cause: error });
}
