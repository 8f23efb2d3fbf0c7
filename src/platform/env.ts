import { z } from 'zod';
import { isListOfRanges } from './address';

const milliseconds = (fallback: number, least: number) =>
  z.coerce.number().int().min(least).default(fallback);

/** How many of something are let in; 0: no limit. */
const limit = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .default(fallback)
    .transform((count) => (count === 0 ? Number.MAX_SAFE_INTEGER : count));

/** What the simulator knows. In production both secrets have to be said: nobody is to open a demo by forgetting a setting. */
const demo = { secretKey: 'sk_test_demo', publishableKey: 'pk_test_demo', webhookSecret: 'whsec_demo' };

const isDemo = (env: { readonly STRIPE_SECRET_KEY?: string | undefined }): boolean =>
  (env.STRIPE_SECRET_KEY ?? demo.secretKey) === demo.secretKey;

/** An address that is not said is the demo's own. */
const isOnThisMachine = (url = 'http://127.0.0.1'): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/** Real money moves. */
const isLive = (env: { readonly STRIPE_SECRET_KEY?: string | undefined }): boolean =>
  /^[rs]k_live_/.test(env.STRIPE_SECRET_KEY ?? '');

/**
 * The processor forgets a key after 24 hours: from then on sending it again would charge again. One hour of margin is left
 * for clocks and slow answers.
 */
export const processorKeyMemoryMs = 23 * 60 * 60_000;

const sessionSecret = z.string().min(32, 'must have at least 32 characters');

const settings = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    /** Where stores and workers reach the same database through a pooler in transaction mode. Unset: there is none. */
    DATABASE_POOLER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** Connections of one process. */
    DATABASE_POOL: z.coerce.number().int().min(1).default(10),
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    SESSION_SECRET: sessionSecret,
    /** Secrets that were replaced, separated by spaces: what they have signed stays good. */
    SESSION_SECRET_PREVIOUS: z
      .string()
      .default('')
      .transform((secrets) => secrets.split(/\s+/).filter(Boolean))
      .pipe(z.array(sessionSecret)),
    PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
    /** The shop's own address, for links in mails. Unset in the demo: this machine's. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    STRIPE_SECRET_KEY: z.string().min(1).optional(),
    STRIPE_PUBLISHABLE_KEY: z.string().min(1).default(demo.publishableKey),
    /** Where the shop reaches the processor. Unset with a key of Stripe's own: Stripe. */
    STRIPE_API_BASE: z.url().optional(),
    /** Where the browser reaches it, when that is another address. */
    STRIPE_PUBLIC_API_BASE: z.url().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
    LEASE_MS: milliseconds(30_000, 1_000),
    PROCESSOR_TIMEOUT_MS: milliseconds(10_000, 100),
    /** How long a processor that does not answer is left in peace before one payment tries it. 0: never. */
    PROCESSOR_REST_MS: milliseconds(5_000, 0),
    /** New payments that are let in, by one process. */
    PAYMENTS_A_MINUTE_PER_SHOPPER: limit(60),
    /** Many shoppers share an address: a company, a campus, a mobile network. */
    PAYMENTS_A_MINUTE_PER_ADDRESS: limit(600),
    /** Declined cards after which no new payment is let in: whoever tries stolen cards has many, and most are declined. */
    DECLINES_AN_HOUR_PER_SHOPPER: limit(20),
    DECLINES_AN_HOUR_PER_ADDRESS: limit(60),
    /** Addresses or CIDR ranges, with commas, of the proxies whose X-Forwarded-For is believed. Of callers it never is. */
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((list) => list.split(',').map((range) => range.trim()))
      .transform((ranges) => ranges.filter((range) => range !== ''))
      .refine(isListOfRanges, 'must be addresses or ranges such as 10.0.0.0/8, with commas between them'),
    /** From this age of a purchase on nobody charges it any more. */
    GIVE_UP_AGE_MS: milliseconds(600_000, 1_000),
    RETENTION_MS: milliseconds(86_400_000, 60_000),
    /** Reconciliation leaves purchases and charges alone until they are this old. */
    RECONCILE_MIN_AGE_MS: milliseconds(900_000, 0),
    /** Who sends it as a bearer token is an operator. Unset in the demo: nobody is. */
    CONSOLE_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters, and no space')
      .optional(),
    /** Where the laboratory of the demo listens, on this machine. Unset: there is none. */
    LAB_URL: z
      .url({ protocol: /^http$/ })
      .refine(isOnThisMachine, 'must be an address of this machine')
      .optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().min(3).default('Doubletap <receipts@doubletap.shop>'),
    /** Tells Next to leave the signals of the operating system to the store. */
    NEXT_MANUAL_SIG_HANDLE: z.string().optional(),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  })
  .refine((env) => env.GIVE_UP_AGE_MS + env.LEASE_MS < processorKeyMemoryMs, {
    path: ['GIVE_UP_AGE_MS'],
    message: 'together with the lease must lie below the time for which the processor remembers a key (23 h)',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.STRIPE_SECRET_KEY, {
    path: ['STRIPE_SECRET_KEY'],
    message: `is needed: your key at Stripe, or ${demo.secretKey}`,
  })
  .refine((env) => (isDemo(env) && env.NODE_ENV !== 'production') || env.STRIPE_WEBHOOK_SECRET, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    message: 'is needed to know that a message comes from the processor',
  })
  .refine((env) => isDemo(env) || env.CONSOLE_TOKEN, {
    path: ['CONSOLE_TOKEN'],
    message: 'is needed to know an operator',
  })
  .refine((env) => !isLive(env) || env.STRIPE_PUBLISHABLE_KEY !== demo.publishableKey, {
    path: ['STRIPE_PUBLISHABLE_KEY'],
    message: 'is needed by the page that takes the card',
  })
  .refine((env) => !isLive(env) || env.PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    message: 'is needed for the links in receipts',
  })
  .refine((env) => !env.LAB_URL || (isDemo(env) && isOnThisMachine(env.STRIPE_API_BASE)), {
    path: ['LAB_URL'],
    message: 'belongs to the demo: a shop that charges real cards has no laboratory',
  })
  .transform((env) => {
    const processorApiBase =
      env.STRIPE_API_BASE ?? (isDemo(env) ? 'http://127.0.0.1:4242' : 'https://api.stripe.com');
    return {
      databaseUrl: env.DATABASE_URL,
      databasePoolerUrl: env.DATABASE_POOLER_URL,
      databasePool: env.DATABASE_POOL,
      isDevelopment: env.NODE_ENV === 'development',
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      /** Else the shop has the address that it is reached at: this machine's, by any of its names. */
      hasPublicUrl: env.PUBLIC_URL !== undefined,
      /** The first signs; what any of them has signed is good. */
      sessionSecrets: [env.SESSION_SECRET, ...env.SESSION_SECRET_PREVIOUS] as const,
      /** The simulator stands in for Stripe, and test cards are offered. */
      isDemo: isDemo(env),
      processor: {
        secretKey: env.STRIPE_SECRET_KEY ?? demo.secretKey,
        publishableKey: env.STRIPE_PUBLISHABLE_KEY,
        apiBase: processorApiBase,
        publicApiBase: env.STRIPE_PUBLIC_API_BASE ?? processorApiBase,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? demo.webhookSecret,
        timeoutMs: env.PROCESSOR_TIMEOUT_MS,
        restMs: env.PROCESSOR_REST_MS,
      },
      limits: {
        paymentsAMinute: {
          shopper: env.PAYMENTS_A_MINUTE_PER_SHOPPER,
          address: env.PAYMENTS_A_MINUTE_PER_ADDRESS,
        },
        declinesAnHour: {
          shopper: env.DECLINES_AN_HOUR_PER_SHOPPER,
          address: env.DECLINES_AN_HOUR_PER_ADDRESS,
        },
      },
      trustedProxies: env.TRUSTED_PROXIES,
      leaseMs: env.LEASE_MS,
      giveUpAgeMs: env.GIVE_UP_AGE_MS,
      retentionMs: env.RETENTION_MS,
      reconcileMinAgeMs: env.RECONCILE_MIN_AGE_MS,
      consoleToken: env.CONSOLE_TOKEN,
      /** Undefined for every shop but the demo. */
      labUrl: env.LAB_URL,
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      /** The store ends by itself; else Next ends it, and cuts off what goes on after an answer. */
      endsByItself: Boolean(env.NEXT_MANUAL_SIG_HANDLE),
      logLevel: env.LOG_LEVEL,
    };
  });

export type Env = z.output<typeof settings>;

let read: Env | undefined;

/**
 * The settings, read and checked once, at first use (a build has none). Throws one sentence that names what is wrong.
 */
export function env(): Env {
  if (read) return read;
  const parsed = settings.safeParse(process.env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The shop cannot start with these settings. ${faults.join('; ')}`);
  }
  read = parsed.data;
  return read;
}
