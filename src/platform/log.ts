import pino from 'pino';
import { env } from './env';

let processName = 'store';

/** Says which process this is, before it logs anything. */
export function nameProcess(name: string): void {
  processName = name;
}

/** What of an error is logged: never what it carries along, which may be a shopper's address or a whole message. */
function withoutPersonalData(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  const facts: Record<string, unknown> = { type: name };
  for (const field of ['code', 'type', 'param', 'statusCode', 'requestId', 'decline_code']) {
    const value: unknown = Reflect.get(error, field);
    if (typeof value === 'string' || typeof value === 'number') facts[field] = value;
  }
  // The processor's own sentences may quote what was sent to it: of those the place is enough.
  const isProcessors = 'rawType' in error;
  facts.stack = isProcessors ? stack?.split('\n').slice(-4).join('\n') : stack;
  return facts;
}

let logger: pino.Logger | undefined;

/** The process's log: one JSON line an event. Personal data does not belong into it. */
export function log(): pino.Logger {
  logger ??= pino({
    level: env().logLevel,
    base: { process: processName },
    serializers: { err: withoutPersonalData },
  });
  return logger;
}
