/**
 * Gives the shop's modules their settings in the test's own process, for tests that call them directly. Must run before the
 * first of them reads its settings, which it does at first use.
 */
export function useSettings(settings: Readonly<Record<string, string>>): void {
  const needed = {
    SESSION_SECRET: 'the session secret of the tests, 32 characters or more',
    LOG_LEVEL: 'silent',
  };
  Object.assign(process.env, needed, settings);
}
