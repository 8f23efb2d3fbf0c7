import { setTimeout as sleep } from 'node:timers/promises';
import type { WireControl } from '@/wire/client';
import type { Exchange } from '@/wire/exchange';

const lookEveryMs = 2_000;
/** An exchange that is open for longer than this is kept as it was seen last. */
const endsWithinMs = 15_000;

/** Keeps what crossed the wire of every key, since the wire forgets. */
export class Witness {
  readonly #byKey = new Map<string, Map<number, Exchange>>();
  #after = 0;

  constructor(private readonly wire: WireControl) {}

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look();
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined); // the end of the wait
    }
  }

  async look(): Promise<void> {
    const seen = await this.wire.exchanges(this.#after);
    const isOpen = ({ endedAt, sentAt }: Exchange) =>
      endedAt === undefined && sentAt > Date.now() - endsWithinMs;
    const firstOpen = seen.find(isOpen);
    this.#after = firstOpen ? firstOpen.id - 1 : (seen.at(-1)?.id ?? this.#after);
    for (const exchange of seen) {
      if (exchange.key === undefined) continue;
      const known = this.#byKey.get(exchange.key) ?? new Map<number, Exchange>();
      this.#byKey.set(exchange.key, known.set(exchange.id, exchange));
    }
  }

  /** What crossed the wire with one of these keys, in the order in which it was sent. */
  about(keys: readonly string[]): Exchange[] {
    return keys.flatMap((key) => [...(this.#byKey.get(key)?.values() ?? [])]).sort((a, b) => a.id - b.id);
  }
}

/** One exchange as a line. */
export function line(exchange: Exchange): string {
  const { from, to, label, attempt, status, outcome, faults, sentAt, endedAt } = exchange;
  const tookMs = endedAt === undefined ? 'open' : `${(endedAt - sentAt).toFixed(0)} ms`;
  const hit = faults.map(({ kind, at }) => `${kind} at ${at}`).join(', ');
  const time = new Date(sentAt).toISOString().slice(11, 23);
  const what = `${from} -> ${to} ${label}${attempt === undefined ? '' : ` (attempt ${attempt})`}`;
  return `${time} ${what}: ${outcome ?? 'open'} ${status ?? ''}, ${tookMs}${hit === '' ? '' : ` [${hit}]`}`;
}
