import { afterAll, it } from 'vitest';
import { CrashLane } from './crash-lane';
import { named } from './crash-point';
import { expectOnce } from './expectations';
import { pointsOfPurchase } from './points-of-store';

// PostgreSQL is ended at once (immediate mode, as by a power cut) at every exchange of a purchase, and started again.

const lane = await CrashLane.open({ workers: 0, postgres: 'own' });
const postgres = lane.shop.member('postgres');
afterAll(() => lane.close());

const points = await pointsOfPurchase(lane);

it.each(named(points))(
  'charges once when PostgreSQL ends at exchange %s and the client tries again',
  async (_, point) => {
    const pressed = await lane.press();
    await lane.arm(point, pressed.purchase.key, { process: 'postgres', signal: 'SIGQUIT' });
    const first = pressed.shopper.pay(pressed.purchase).catch(() => undefined);
    await postgres.exited;
    await lane.expectReached(point);
    await postgres.start();
    await first;
    await expectOnce(lane, pressed);
  },
);
