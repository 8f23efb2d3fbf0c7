import { describe, expect, it } from 'vitest';
import { Deadline, readTimeoutMs } from './index';
import { VirtualClock } from './testing/virtual-clock';

describe('Deadline', () => {
  it('hands on what is left, never more', async () => {
    const clock = new VirtualClock();
    const deadline = new Deadline(clock, 1_000.9);
    expect(deadline.toHeader()).toBe('1000');
    await clock.run(400);
    expect(deadline.remainingMs).toBeCloseTo(600.9);
    expect(deadline.toHeader()).toBe('600');
    expect(deadline.within(5_000).remainingMs).toBeCloseTo(600.9);
    expect(deadline.within(100).remainingMs).toBeCloseTo(100);
  });

  it('is over when its time is, and has then nothing left', async () => {
    const clock = new VirtualClock();
    const deadline = new Deadline(clock, 1_000);
    await clock.run(999);
    expect(deadline.isOver).toBe(false);
    await clock.run(1_500);
    expect(deadline.isOver).toBe(true);
    expect(deadline.remainingMs).toBe(0);
  });

  it('crosses the wire as time that is left: two clocks need not agree', async () => {
    const [browser, shop] = [new VirtualClock(), new VirtualClock()];
    await shop.run(1_000_000);
    const handedOn = new Deadline(browser, 8_000).toHeader();
    expect(Deadline.fromHeader(shop, handedOn)?.remainingMs).toBe(8_000);
    expect(Deadline.fromHeader(shop, null)).toBeUndefined();
  });
});

describe('readTimeoutMs', () => {
  it('takes a hint that makes no sense for none', () => {
    expect(readTimeoutMs('0')).toBe(0);
    expect(readTimeoutMs('8000')).toBe(8_000);
    for (const nonsense of [null, undefined, '', '-1', '1.5', '1e3', 'soon', '3600001', '99999999999']) {
      expect(readTimeoutMs(nonsense)).toBeUndefined();
    }
  });
});
