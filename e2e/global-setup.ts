import { randomUUID } from 'node:crypto';
import { startTestWire } from '../src/lab/test-wire';
import { labGraceMs, startLabProcess } from '../src/run/processes';
import { openCluster } from '../src/run/testbed/cluster';
import { plainEnvironment, testLogFile } from '../src/run/testbed/log-files';
import { openShop, type TestShop } from '../src/run/testbed/shop';

/** A store with a laboratory, behind a wire. The specs find it in `E2E_LAB_URL`. */
async function openLab(shop: TestShop): Promise<() => Promise<void>> {
  const wire = await startTestWire();
  const { child, url } = await startLabProcess({
    port: 0,
    env: {
      ...plainEnvironment(),
      LAB_WIRE_URL: wire.control.url,
      LAB_DATABASE_URL: shop.databaseUrl,
      LAB_PROCESSOR_URL: shop.processor.url,
    },
    logFile: testLogFile('laboratory'),
  });
  const store = await shop.startStore({ LAB_URL: url });
  const { authority } = await wire.control.openLink({
    ...{ name: 'browser-shop', protocol: 'http', from: 'browser', to: 'store', listen: {}, keeps: true },
    target: { host: '127.0.0.1', port: store.port },
  });
  process.env.E2E_LAB_URL = `http://${authority}`;
  return async () => {
    await child.stop(labGraceMs);
    await wire.stop();
  };
}

/** Opens one shop for all specs, and closes it after the last. The specs find it in `E2E_SHOP_URL` and the like. */
export default async function setup(): Promise<() => Promise<void>> {
  const closeCluster = await openCluster();
  try {
    const operatorToken = randomUUID();
    const shop = await openShop(1, { CONSOLE_TOKEN: operatorToken });
    await shop.startWorker();
    process.env.E2E_SHOP_URL = shop.stores[0]?.url;
    process.env.E2E_PROCESSOR_URL = shop.processor.url;
    process.env.E2E_OPERATOR_TOKEN = operatorToken;
    process.env.E2E_DATABASE_URL = shop.databaseUrl;
    const closeLab = await openLab(shop);
    return async () => {
      await closeLab();
      await shop.stop();
      await closeCluster();
    };
  } catch (error) {
    await closeCluster();
    throw error;
  }
}
