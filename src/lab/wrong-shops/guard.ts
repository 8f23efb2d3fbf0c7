/** The key of the demo's simulator: no account of Stripe's has it. */
const simulatorKey = 'sk_test_demo';

/**
 * What is wrong on purpose is only ever pointed at the simulator. Throws for any processor that is not on this machine, and for
 * any key that could be somebody's.
 */
export function assertSimulator({
  url,
  secretKey,
}: {
  readonly url: string;
  readonly secretKey: string;
}): void {
  const { protocol, hostname } = new URL(url);
  const isLoopback = protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (!isLoopback) throw new Error(`A wrong shop charges at the simulator only, not at ${hostname}.`);
  if (secretKey !== simulatorKey) throw new Error("A wrong shop has the simulator's own key, and no other.");
}
