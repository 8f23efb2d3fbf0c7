import type { Actor } from './actor';
import { attempt, bringMessage, close, findItFinished, reap, recover, supply } from './roles';
import type { Place, Turn } from './scenario';
import type { Scene } from './scene';

/** How the steps of a place are labelled. */
const labels: Readonly<Record<Place, RegExp>> = {
  read: /^SELECT fingerprint .* key = \$3$/,
  claim: /^INSERT INTO idempotency_key/,
  takeover: /^UPDATE idempotency_key SET token = \$4/,
  call: /^(sends|asks|gives up)$/,
  answer: /: the answer$/,
  fact: /^SELECT fingerprint .* FOR UPDATE$/,
  doubt: /^UPDATE idempotency_key SET token = NULL/,
  commit: /^COMMIT$/,
};

/** What lies between a claim and the end of its call. */
const fromClaimToCall = /^(INSERT INTO purchase|WITH taken|COMMIT|sends|asks|gives up)/;

/** Plays a scenario: first as its turns say, then all that is left, then whoever must find the purchase finished. */
export async function play(scene: Scene): Promise<void> {
  const { scenario, stage, world, key } = scene;
  // What an earlier play has left would be found by this one's reaper.
  await world.query('DELETE FROM idempotency_key');
  await world.query('INSERT INTO stock VALUES ($1, $2)', [key, scenario.pieces]);

  for (const [index, who] of (['first', 'second', 'third'] as const).entries()) {
    const plan = scenario.attempts[index];
    const home = plan?.isInFirstProcess ? scene.actor('first')?.process : undefined;
    if (plan) scene.enter(who, () => attempt(scene, plan), home);
  }
  scene.enter('closer', () => close(scene));
  scene.enter('reaper', () => reap(scene));
  scene.enter('supplier', () => supply(scene));
  scene.enter('webhook', () => bringMessage(scene));
  scene.enter('worker', () => recover(scene));

  for (const turn of scenario.turns) await take(scene, turn);
  await stage.drain(() => world.pass('lease'), scenario.lingers ? scene.actor(scenario.lingers) : undefined);
  scene.enter('last', () => findItFinished(scene));
  await stage.drain(() => world.pass('lease'));
}

async function take(scene: Scene, turn: Turn): Promise<void> {
  const { stage, world, scenario } = scene;
  if ('passes' in turn) {
    // An outside without keys relies on it that no call takes longer than a lease, unless its owner is dead.
    if (scenario.kind === 'unkeyed' && stage.isAt(fromClaimToCall)) return;
    stage.trace.push(`the ${turn.passes} passes`);
    return world.pass(turn.passes);
  }
  if ('togetherBy' in turn) {
    for (let step = 0; step < turn.togetherBy; step += 1) await stepTogether(scene);
    return;
  }
  const actor = scene.actor(turn.who);
  if (!actor) return;
  if ('goesOnBy' in turn) {
    for (let step = 0; step < turn.goesOnBy && (await stage.step(actor)); step += 1);
  } else if ('goesOnTo' in turn) {
    await goOnTo(scene, actor, turn.goesOnTo, 6);
  } else if ('meets' in turn) {
    if (turn.at !== null && !(await goOnTo(scene, actor, turn.at, 12))) return;
    for (let time = 0; time < turn.times; time += 1) await stage.step(actor, turn.meets);
  } else if (turn.ends === 'waiting') {
    await stage.timeOut(actor);
  } else if (actor !== stage.wire) {
    await stage.kill(actor.process);
  }
}

/** False when no such step comes within so many. */
async function goOnTo({ stage }: Scene, actor: Actor, place: Place, within: number): Promise<boolean> {
  for (let step = 0; step <= within; step += 1) {
    if (actor.halts.some(({ label }) => labels[place].test(label))) return true;
    if (!(await stage.step(actor))) return false;
  }
  return false;
}

async function stepTogether(scene: Scene): Promise<void> {
  for (const who of ['first', 'second', 'third', 'worker'] as const) {
    const actor = scene.actor(who);
    if (actor) await scene.stage.step(actor);
  }
}
