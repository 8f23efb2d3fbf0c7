import { ApiError, invalidRequest } from './errors';

export interface Caller {
  /** Whose books: the part of the key after `sk_test_` or `pk_test_`, so the two keys of an account share it. */
  readonly account: string;
  readonly isSecret: boolean;
}

/** Reads the API key of a request (Bearer, or Basic with the key as user name), or throws Stripe's 401. */
export function authenticate(header: string | undefined): Caller {
  const key = keyIn(header);
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    );
  }
  const [, kind, account] = /^(sk|pk)_test_(\w{1,100})$/.exec(key) ?? [];
  if (account === undefined) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
  return { account, isSecret: kind === 'sk' };
}

/** A publishable key may only make payment methods: it is in the page, where everyone can read it. */
export function refusePublishableKey(): ApiError {
  return invalidRequest(
    'This API call cannot be made with a publishable API key. Please use a secret API key.',
    { code: 'secret_key_required', status: 403 },
  );
}

function keyIn(header: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(\w+)\s+(\S+)\s*$/.exec(header ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const [user] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return user === '' ? undefined : user;
}

function masked(key: string): string {
  return key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
}

function unauthorized(message: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message },
    { 'www-authenticate': 'Basic realm="Stripe"' },
  );
}
