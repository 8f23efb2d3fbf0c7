import { describe, expect, it } from 'vitest';
import { readHttpDate, readRetryAfter, spreadRetryAfterMs } from './index';

const now = Date.UTC(2026, 0, 1);

describe('readRetryAfter', () => {
  it('reads seconds and HTTP dates, and nothing else', () => {
    expect(readRetryAfter('30', now)).toBe(30_000);
    expect(readRetryAfter(' 0 ', now)).toBe(0);
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5_000);
    for (const nonsense of [
      null,
      undefined,
      '',
      '-1',
      '1.5',
      '5, 10',
      'soon',
      '1e3',
      '2026-01-01',
      '1767225600',
    ]) {
      expect(readRetryAfter(nonsense, now)).toBeUndefined();
    }
  });

  it('takes a date that has passed for now', () => {
    expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  });
});

describe('readHttpDate', () => {
  it('reads the example of RFC 9110 in all three forms', () => {
    const at = Date.UTC(1994, 10, 6, 8, 49, 37);
    expect(readHttpDate('Sun, 06 Nov 1994 08:49:37 GMT', now)).toBe(at);
    expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', now)).toBe(at);
    expect(readHttpDate('Sun Nov  6 08:49:37 1994', now)).toBe(at);
    expect(readHttpDate('Wed Nov 16 08:49:37 1994', now)).toBe(Date.UTC(1994, 10, 16, 8, 49, 37));
  });

  it('takes a year of two digits that is more than 50 years ahead for one of the last century', () => {
    expect(readHttpDate('Wednesday, 01-Jan-76 00:00:00 GMT', now)).toBe(Date.UTC(2076, 0, 1));
    expect(readHttpDate('Thursday, 01-Jan-76 00:00:01 GMT', now)).toBe(Date.UTC(1976, 0, 1, 0, 0, 1));
    expect(readHttpDate('Thursday, 01-Jan-26 00:00:00 GMT', now)).toBe(now);
  });

  it('accepts a leap second and a leap day, and no day or hour that does not exist', () => {
    expect(readHttpDate('Sat, 31 Dec 2016 23:59:60 GMT', now)).toBe(Date.UTC(2017, 0, 1));
    expect(readHttpDate('Tue, 29 Feb 2028 00:00:00 GMT', now)).toBe(Date.UTC(2028, 1, 29));
    for (const impossible of [
      'Mon, 29 Feb 2027 00:00:00 GMT',
      'Tue, 31 Feb 2026 00:00:00 GMT',
      'Thu, 00 Jan 2026 00:00:00 GMT',
      'Thu, 01 Jan 2026 24:00:00 GMT',
      'Thu, 01 Jan 2026 00:60:00 GMT',
    ]) {
      expect(readHttpDate(impossible, now)).toBeUndefined();
    }
  });

  it('accepts no other spelling', () => {
    for (const nonsense of [
      'Thu, 1 Jan 2026 00:00:00 GMT',
      'Thu, 01 Jan 2026 00:00:00 UTC',
      'Thu, 01 Jan 2026 00:00:00 +0000',
      'thu, 01 jan 2026 00:00:00 gmt',
      'Thursday, 01 Jan 2026 00:00:00 GMT',
      'Thu Jan 1 00:00:00 2026',
      ' Thu, 01 Jan 2026 00:00:00 GMT',
    ]) {
      expect(readHttpDate(nonsense, now)).toBeUndefined();
    }
  });
});

describe('spreadRetryAfterMs', () => {
  it('asks nobody to come back sooner than meant, and everybody at another time', () => {
    expect([0, 0.25, 0.5, 0.999].map((random) => spreadRetryAfterMs(2_000, random))).toEqual([
      2_000, 2_500, 3_000, 3_998,
    ]);
  });
});
