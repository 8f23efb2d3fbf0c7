/**
 * A shop without its limits, for tests that buy hundreds of times from one address and break the processor as often. The
 * door's own tests give the shop back what they are about.
 */
export const unlimited = {
  PAYMENTS_A_MINUTE_PER_SHOPPER: '0',
  PAYMENTS_A_MINUTE_PER_ADDRESS: '0',
  DECLINES_AN_HOUR_PER_SHOPPER: '0',
  DECLINES_AN_HOUR_PER_ADDRESS: '0',
  PROCESSOR_REST_MS: '0',
};

/**
 * Gives the shop's modules their settings in the test's own process, for tests that call them directly. Must run before the
 * first of them reads its settings, which it does at first use.
 */
export function useSettings(settings: Readonly<Record<string, string>>): void {
  const needed = {
    SESSION_SECRET: 'the session secret of the tests, 32 characters or more',
    LOG_LEVEL: 'silent',
    ...unlimited,
  };
  Object.assign(process.env, needed, settings);
}
