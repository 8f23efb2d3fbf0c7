import { Complaint } from './complaint';
import { demoSecretKey } from './processes';
import { inProject } from './project';
import type { Variables } from './variables';

/** The settings that the run itself needs; everything else is read by the processes that it starts. */
export interface RunSettings {
  readonly host: string;
  readonly port: number;
  readonly processorPort: number;
  readonly processorDataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly sessionSecret: string | undefined;
  readonly consoleToken: string | undefined;
  /** With a key of Stripe's own the simulator is not started. */
  readonly usesStripe: boolean;
  readonly processorApiBase: string | undefined;
  /** Where browsers find the shop, and the processor. */
  readonly publicUrl: string | undefined;
  readonly processorPublicApiBase: string | undefined;
  /** What the demo lets in from one address: everybody comes from one. */
  readonly demoLimits: Variables;
}

function text(name: string): string | undefined {
  return process.env[name] || undefined;
}

function portSetting(name: string, fallback: number): number {
  const value = text(name);
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535)
    throw new Complaint(`${name} must be a port from 1 to 65535, not "${value}".`);
  return port;
}

function databaseSetting(): string | undefined {
  const value = text('DATABASE_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['postgresql:', 'postgres:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new Complaint('DATABASE_URL must look like postgresql://user:password@host:5432/name.');
  }
  return value;
}

/** Reads and checks the settings of a run; what is wrong is named in one sentence. */
export function readRunSettings(): RunSettings {
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: portSetting('PORT', 3000),
    processorPort: portSetting('PROCESSOR_PORT', 4242),
    processorDataFolder: text('PROCESSOR_DATA_DIR') ?? inProject('.data/processor'),
    databaseUrl: databaseSetting(),
    sessionSecret: text('SESSION_SECRET'),
    consoleToken: text('CONSOLE_TOKEN'),
    usesStripe: ![undefined, demoSecretKey].includes(text('STRIPE_SECRET_KEY')),
    processorApiBase: text('STRIPE_API_BASE'),
    publicUrl: text('PUBLIC_URL'),
    processorPublicApiBase: text('STRIPE_PUBLIC_API_BASE'),
    demoLimits: {
      PAYMENTS_A_MINUTE_PER_ADDRESS: text('PAYMENTS_A_MINUTE_PER_ADDRESS') ?? '0',
      DECLINES_AN_HOUR_PER_ADDRESS: text('DECLINES_AN_HOUR_PER_ADDRESS') ?? '0',
    },
  };
}
