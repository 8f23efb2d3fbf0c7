import pino from 'pino';
import { env } from './env';

let processName = 'store';

/** Says which process this is, before it logs anything. */
export function nameProcess(name: string): void {
  processName = name;
}

let logger: pino.Logger | undefined;

/** The process's log: one JSON line an event. Personal data does not belong into it. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().logLevel, base: { process: processName } });
  return logger;
}
