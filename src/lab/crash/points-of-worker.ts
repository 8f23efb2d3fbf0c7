import type { CrashLane } from './crash-lane';
import { type CrashPoint, crashPoints, type Match } from './crash-point';
import { expectFinished } from './expectations';

const processorPath = '/v1/payment_intents';

const aboutKey: Match = (key) => ({ from: 'worker-1', link: 'shop-database', key });
const aboutCharge: Match = () => ({ from: 'worker-1', link: 'shop-processor', path: processorPath });

/**
 * The crash points of the worker's part in a purchase. A worker does many things at a time, so its exchanges are counted by what
 * they are about: the key of the purchase, or its charge.
 *
 * @param abandon leaves the purchase to the worker
 */
export async function pointsOfWorker(
  lane: CrashLane,
  key: string,
  abandon: () => Promise<unknown>,
): Promise<CrashPoint[]> {
  const recorded = await lane.record(
    async () => {
      await abandon();
      await expectFinished(lane, key);
    },
    (exchange) => exchange.from === 'worker-1' && exchange.key === key && exchange.label === 'COMMIT',
  );
  const own = recorded.filter(({ from }) => from === 'worker-1');
  return [
    ...crashPoints(
      own.filter((exchange) => exchange.link === 'shop-database' && exchange.key === key),
      aboutKey,
    ),
    ...crashPoints(
      own.filter(({ path }) => path?.startsWith(processorPath)),
      aboutCharge,
    ),
  ];
}
