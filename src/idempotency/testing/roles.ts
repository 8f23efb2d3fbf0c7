import { answer } from '../index';
import { Lost } from './postgres';
import type { AttemptPlan } from './scenario';
import type { Scene } from './scene';

/** What each of those who take part does, from its first halt to its end. */

const scope = 'shopper';
const closed = answer(402, { why: 'closed' });

export async function attempt(scene: Scene, { n, isRepeat, waitMs }: AttemptPlan): Promise<void> {
  await scene.stage.halt('arrives', 'arrival');
  await ask(scene, n, isRepeat, waitMs ?? Infinity);
}

export async function close(scene: Scene): Promise<void> {
  await scene.stage.halt('closes', 'look');
  await scene.tell(null, () => scene.engine().close(scene.operation, scope, scene.key, closed));
}

/** The webhook: the outside tells what it has done, twice, and again until it is heard. */
export async function bringMessage(scene: Scene): Promise<void> {
  const { operation, key } = scene;
  if (operation.kind === 'local') return;
  const fact = await scene.outside.decided;
  while (scene.messagesHeard < 2) {
    await scene.stage.halt('brings a message', 'look');
    await unlessLost(async () => {
      const end = await scene.engine().settle(operation, { scope, key }, fact, async (tx) => {
        await tx.query('INSERT INTO inbox VALUES ($1) ON CONFLICT DO NOTHING', [key]);
      });
      if (end.kind === 'settled' || end.kind === 'settled_late') scene.messagesHeard += 1;
    });
  }
}

/** The worker that finishes abandoned purchases. */
export async function recover(scene: Scene): Promise<void> {
  const { operation } = scene;
  if (operation.kind === 'local') return;
  for (;;) {
    await scene.stage.halt('looks for abandoned purchases', 'look');
    await unlessLost(async () => {
      for (const { key } of await scene.engine().abandoned(operation.name, 10)) {
        await scene.engine().recover(operation, scope, key);
      }
    });
  }
}

/** In the words of the shop's reaper. */
export async function reap(scene: Scene): Promise<void> {
  for (;;) {
    await scene.stage.halt('looks for expired answers', 'look');
    await alone(
      scene,
      `DELETE FROM idempotency_key WHERE (scope, operation, key) IN (
         SELECT scope, operation, key FROM idempotency_key
         WHERE state = 'completed' AND expires_at < clock_timestamp()
         ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    );
  }
}

export async function supply(scene: Scene): Promise<void> {
  await scene.stage.halt('brings a piece', 'look');
  await alone(
    scene,
    `WITH more AS (UPDATE stock SET pieces = pieces + 1 WHERE key = $1)
     INSERT INTO book (key, what) VALUES ($1, 'supplied')`,
    [scene.key],
  );
}

/** After all of it: whoever finishes abandoned purchases, whoever compares the books, and one more attempt. */
export async function findItFinished(scene: Scene): Promise<void> {
  const { operation, key, outside, stage, world } = scene;
  let row = await lookAtRow(scene);
  if (operation.kind === 'effect') {
    for (let round = 0; round < 20 && row?.state === 'in_progress'; round += 1) {
      await stage.work('waits', null, world.pass('lease'));
      await scene.engine().recover(operation, scope, key);
      row = await lookAtRow(scene);
    }
    const fact = outside.fact();
    if (fact) await scene.engine().settle(operation, { scope, key }, fact);
  }
  await ask(scene, row?.n ?? 1, false, Infinity);
}

function ask(scene: Scene, n: number, isRepeat: boolean, waitMs: number): Promise<void> {
  const attempt = { scope, key: scene.key, input: { n }, isRepeat, waitMs, keepAlive: () => undefined };
  return scene.tell(n, () => scene.engine().attempt(scene.operation, attempt));
}

async function lookAtRow({ stage, world, key }: Scene): Promise<{ state: string; n: number } | undefined> {
  const rows = world.query(
    `SELECT state::text AS state, coalesce((nullif(input, 'null')::jsonb ->> 'n')::int, 1) AS n
     FROM idempotency_key WHERE key = $1`,
    [key],
  );
  const [row] = await stage.work('looks', null, rows);
  return row && { state: String(row.state), n: Number(row.n) };
}

/** One statement on a connection of its own. */
async function alone(scene: Scene, text: string, values: unknown[] = []): Promise<void> {
  const session = scene.connect();
  await unlessLost(() => session.query(text, values));
  session.release();
}

async function unlessLost(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}
