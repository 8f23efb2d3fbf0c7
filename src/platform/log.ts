import pino from 'pino';
import { env } from './env';

let logger: pino.Logger | undefined;

/** The process's log: one JSON line an event. Personal data does not belong into it. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().logLevel, base: { process: 'store' } });
  return logger;
}
