import { randomUUID } from 'node:crypto';
import { openCluster } from '../src/run/testbed/cluster';
import { openShop } from '../src/run/testbed/shop';

/** Opens one shop for all specs, and closes it after the last. The specs find it in `E2E_SHOP_URL` and `E2E_PROCESSOR_URL`. */
export default async function setup(): Promise<() => Promise<void>> {
  const closeCluster = await openCluster();
  try {
    const operatorToken = randomUUID();
    const shop = await openShop(1, { CONSOLE_TOKEN: operatorToken });
    await shop.startWorker();
    process.env.E2E_SHOP_URL = shop.stores[0]?.url;
    process.env.E2E_PROCESSOR_URL = shop.processor.url;
    process.env.E2E_OPERATOR_TOKEN = operatorToken;
    return async () => {
      await shop.stop();
      await closeCluster();
    };
  } catch (error) {
    await closeCluster();
    throw error;
  }
}
