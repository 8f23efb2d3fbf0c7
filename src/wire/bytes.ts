import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A stream's whole content. Rejects when it ends before its end. */
export async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function firstHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

/** How often a trickle drips. */
const dripMs = 50;

/** Writes bytes at a speed, for as long as there is somebody to write to. */
export async function trickle(to: Writable, bytes: Buffer, bytesPerSecond: number): Promise<void> {
  const drip = Math.max(1, Math.round((bytesPerSecond * dripMs) / 1000));
  for (let from = 0; from < bytes.length && !to.destroyed; from += drip) {
    to.write(bytes.subarray(from, from + drip));
    await sleep((Math.min(drip, bytes.length - from) * 1000) / bytesPerSecond);
  }
}
