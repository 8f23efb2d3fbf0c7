import pino from 'pino';
import { env } from './env';

let processName = 'store';

/** Says which process this is, before it logs anything. */
export function nameProcess(name: string): void {
  processName = name;
}

/** Fields that hold personal data or a secret, wherever somebody logs an object that has them. */
const secretFields = [
  'authorization',
  'cookie',
  'email',
  'password',
  'paymentMethodId',
  'recipient',
  'shippingAddress',
  'token',
];

/** What only these libraries' errors have: their sentences may quote what was sent, such as a shopper's address. */
const quotingErrors = ['rawType', 'clientVersion', 'severity', 'responseCode'];

/** What of an error is logged: never what it carries along, which may be a shopper's address or a whole message. */
function withoutPersonalData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack = '' } = error;
  const facts: Record<string, unknown> = { type: name };
  for (const field of ['code', 'type', 'param', 'statusCode', 'responseCode', 'requestId', 'decline_code']) {
    const value: unknown = Reflect.get(error, field);
    if (typeof value === 'string' || typeof value === 'number') facts[field] = value;
  }
  const quotes = quotingErrors.some((field) => field in error);
  facts.stack = quotes ? placesOf(stack) : mask(stack);
  return facts;
}

/** Of a stack, the lines that say where, and none that says what. */
function placesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}

/** Nobody means to write these into a message of ours; should it happen, the log does not keep them. */
function mask(text: string): string {
  return text
    .replace(/[^\s@<>"'(]+@[^\s@<>"')]+\.[a-z]{2,}/gi, '<address>')
    .replace(/\b\d(?:[ -]?\d){11,18}\b/g, '<number>')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>');
}

let logger: pino.Logger | undefined;

/** The process's log: one JSON line an event. Personal data does not belong into it. */
export function log(): pino.Logger {
  logger ??= createLog();
  return logger;
}

/** @param destination where the lines go; the standard output of the process where none is named */
export function createLog(destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().logLevel,
    base: { process: processName },
    serializers: { err: withoutPersonalData },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '<secret>',
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
