import type { Contents } from './exchange';
import { headerPairs } from './http-headers';
import { isSecretHeader, leaveOutSecrets } from './secrets';
import { unpacked } from './unpacked';

/** How much of one body is kept, in bytes. */
export const keptBodyBytes = 16 * 1024;

/** How much is kept of everything together, in bytes: the oldest goes first. */
const keptTotalBytes = 32 * 1024 * 1024;

/** One half of an exchange as it comes by. */
export class KeptHalf {
  #headers: [string, string][] = [];
  #chunks: Buffer[] = [];
  #length = 0;
  #isCut = false;
  #hasBegun = false;

  constructor(private readonly grow: (bytes: number) => void) {}

  /** Whether anything was said at all. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether more is only counted as cut. */
  get isFull(): boolean {
    return this.#isCut;
  }

  begin(rawHeaders: readonly string[]): void {
    this.#hasBegun = true;
    this.#headers = headerPairs(rawHeaders).filter(([name]) => !isSecretHeader(name));
    this.grow(this.#headers.flat().reduce((sum, text) => sum + text.length, 0));
  }

  add(bytes: Buffer): void {
    this.#hasBegun = true;
    const taken = bytes.subarray(0, keptBodyBytes - this.#length);
    this.#isCut ||= taken.length < bytes.length;
    if (taken.length === 0) return;
    this.#chunks.push(Buffer.from(taken)); // a copy: what it was cut from is not to be held
    this.#length += taken.length;
    this.grow(taken.length);
  }

  /** Something else was said in its place. */
  replace(rawHeaders: readonly string[], body: string): void {
    this.#chunks = [];
    this.#length = 0;
    this.#isCut = false;
    this.begin(rawHeaders);
    this.add(Buffer.from(body));
  }

  read(): Contents['request'] {
    const text = leaveOutSecrets(unpacked(Buffer.concat(this.#chunks), this.#headers, keptBodyBytes));
    return { headers: this.#headers, body: this.#isCut ? `${text}\n.. (cut at 16 KiB)` : text };
  }
}

/** What was said in one exchange. */
export interface KeptExchange {
  readonly request: KeptHalf;
  readonly answer: KeptHalf;
}

/** What crossed the links that keep it: the latest of it, in bounded memory. */
export class KeptContents {
  readonly #kept = new Map<number, KeptExchange & { bytes: number }>();
  #bytes = 0;

  /** @param totalBytes how much is kept in all */
  constructor(private readonly totalBytes = keptTotalBytes) {}

  open(id: number): KeptExchange {
    const grow = (bytes: number): void => {
      if (!this.#kept.has(id)) return; // it went already
      kept.bytes += bytes;
      this.#bytes += bytes;
      this.#forgetOldest();
    };
    const kept = { request: new KeptHalf(grow), answer: new KeptHalf(grow), bytes: 0 };
    this.#kept.set(id, kept);
    grow(perExchangeBytes);
    return kept;
  }

  /** What was said in an exchange; undefined where nothing is kept of it, or not any more. */
  read(id: number): Contents | undefined {
    const kept = this.#kept.get(id);
    if (!kept) return undefined;
    return { request: kept.request.read(), answer: kept.answer.hasBegun ? kept.answer.read() : null };
  }

  #forgetOldest(): void {
    for (const [id, { bytes }] of this.#kept) {
      if (this.#bytes <= this.totalBytes) return;
      this.#kept.delete(id);
      this.#bytes -= bytes;
    }
  }
}

/** What one costs that has said nothing, about. */
const perExchangeBytes = 500;
