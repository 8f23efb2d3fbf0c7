import type { RuleInput } from '@/wire/rules';
import type { Member } from '../member';
import type { Draw } from './draw';

type Effect = RuleInput['effect'];

/** The links of the shop, and which part of their messages may be hit at most. Databases are asked many times for one purchase. */
const links = [
  { link: 'browser-shop', path: '/api/trpc/', protocol: 'http', most: 0.08 },
  { link: 'browser-shop', path: '/api/trpc/checkout.', method: 'POST', protocol: 'http', most: 0.3 },
  { link: 'browser-processor', path: '/v1/payment_methods', protocol: 'http', most: 0.06 },
  { link: 'shop-processor', path: '/v1/', protocol: 'http', most: 0.2 },
  { link: 'processor-shop', path: '/api/', protocol: 'http', most: 0.25 },
  { link: 'shop-database', protocol: 'postgresql', most: 0.01 },
] as const;

const halves = ['request', 'answer'] as const;

/**
 * One that lasts: nearly every charge is lost on the way, or its answer is, for longer than the shop holds on to a purchase.
 * Whoever gives it up must find out which of the two it was.
 */
export function drawEclipse(draw: Draw): RuleInput {
  return {
    id: 'eclipse of the processor',
    match: { link: 'shop-processor', method: 'POST', path: '/v1/payment_intents' },
    probability: draw.between(0.8, 1),
    effect: { kind: draw.pick(['drop', 'reset'] as const), at: draw.pick(halves) },
  };
}

/** The rules of one weather: some faults on most wires, and now and then the death of a process at one exact message. */
export function drawFaults(draw: Draw, members: readonly Member[]): RuleInput[] {
  const rules: RuleInput[] = [];
  const add = (about: string, match: RuleInput['match'], probability: number, effect: Effect, times?: 1) => {
    const at = 'at' in effect ? ` ${effect.at}` : '';
    const id = `${rules.length + 1} ${about} ${effect.kind}${at}`;
    rules.push({ id, match, probability, effect, ...(times ? { times } : {}) });
  };
  for (const { most, protocol, ...match } of links) {
    if (draw.chance(0.2)) continue;
    const count = draw.whole(1, 3);
    for (let index = 0; index < count; index += 1) {
      add(match.link, match, draw.between(most / 10, most), drawEffect(draw, protocol));
    }
  }
  for (let count = draw.whole(1, 3); count > 0; count -= 1) {
    const { about, match, probability, process, signal } = drawDeath(draw, members);
    const effect: Effect = { kind: 'kill', at: draw.pick(halves), process, signal };
    add(`${about} of ${process}`, match, probability, effect, 1);
  }
  // Whoever is killed must not be saved by a fault that stands before.
  return rules.reverse();
}

function drawEffect(draw: Draw, protocol: 'http' | 'postgresql'): Effect {
  const at = draw.pick(halves);
  const onlyHttp = protocol === 'http' ? 14 : 0;
  const weights = { drop: 16, delay: 22, reset: 16, cut: 10, slow: 8, duplicate: onlyHttp, status: onlyHttp };
  const kind = draw.weighed(weights);
  switch (kind) {
    case 'delay':
      return { kind, at, ms: draw.whole(50, 3_000), jitterMs: draw.whole(0, 1_000) };
    case 'slow':
      return { kind, at, bytesPerSecond: draw.whole(200, 4_000) };
    case 'duplicate':
      return { kind };
    case 'status':
      return { kind, at, status: draw.pick([500, 502, 503, 504] as const), body: 'made up by the wire' };
    default:
      return { kind, at };
  }
}

interface Death {
  readonly about: string;
  readonly match: RuleInput['match'];
  readonly probability: number;
  readonly process: string;
  readonly signal: 'SIGKILL' | 'SIGQUIT';
}

/** A process, and a kind of message at which its end hurts most. */
function drawDeath(draw: Draw, members: readonly Member[]): Death {
  const names = members.map(({ name }) => name);
  const process = draw.pick(names);
  if (process === 'postgres') {
    const signal = draw.pick(['SIGKILL', 'SIGQUIT'] as const);
    return { ...point('COMMIT', { link: 'shop-database', statement: '^commit' }, 0.04), process, signal };
  }
  const signal = 'SIGKILL';
  if (process === 'processor') {
    const charge = { link: 'shop-processor', method: 'POST', path: '/v1/payment_intents' };
    return { ...point('a charge', charge, 0.3), process, signal };
  }
  const from = process;
  const points = [
    point('COMMIT', { link: 'shop-database', from, statement: '^commit' }, 0.1),
    point('a claim', { link: 'shop-database', from, statement: 'insert into idempotency_key' }, 0.3),
    point('the stored answer', { link: 'shop-database', from, statement: 'update idempotency_key' }, 0.3),
    point('a call of the processor', { link: 'shop-processor', from, method: 'POST' }, 0.3),
  ];
  return { ...draw.pick(points), process, signal };
}

function point(about: string, match: RuleInput['match'], probability: number) {
  return { about, match, probability };
}
