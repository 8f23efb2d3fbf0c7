/** Stripe's error object as it crosses the wire (docs.stripe.com/api/errors). Undefined fields are left out. */
export interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: unknown;
  readonly payment_method?: unknown;
}

/**
 * A refusal with Stripe's status and shape. Thrown while parameters are read, it ends the request before
 * execution and is not kept under the idempotency key; thrown while the operation runs, it is kept.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message);
    this.name = 'ApiError';
  }
}

/** A 400 of type `invalid_request_error`; `code` is given only where Stripe publishes one for the case. */
export function invalidRequest(
  message: string,
  details: { code?: string; param?: string; payment_intent?: unknown; status?: number } = {},
): ApiError {
  const { status = 400, ...rest } = details;
  return new ApiError(status, { type: 'invalid_request_error', message, ...rest });
}

/** "No such charge: 'ch_x'": 404 when the object is named by the path, 400 when it is named by a parameter. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404): ApiError {
  return invalidRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param, status });
}

/** The answer to a defect of the simulator itself. */
export function internalError(): ErrorBody {
  return {
    type: 'api_error',
    message: 'An unexpected error occurred in the processor simulator. Its output says what happened.',
  };
}

/** The body of an error answer, with the page that explains its code as Stripe sends it. */
export function errorObject(body: ErrorBody): { readonly error: ErrorBody & { readonly doc_url?: string } } {
  if (body.code === undefined) return { error: body };
  const page = `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`;
  return { error: { ...body, doc_url: page } };
}
