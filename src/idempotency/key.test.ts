import { describe, expect, it } from 'vitest';
import { canonical, fingerprint, fits } from './fingerprint';
import { readKeyHeader } from './key';

describe('readKeyHeader', () => {
  it('reads a quoted string and a bare token as the same key', () => {
    const id = '8e03978e-40d5-43dd-bc93-6894a57f9324';
    expect(readKeyHeader(`"${id}"`)).toEqual({ kind: 'key', key: id });
    expect(readKeyHeader(id)).toEqual({ kind: 'key', key: id });
    expect(readKeyHeader('  "a\\"b"  ')).toEqual({ kind: 'key', key: 'a"b' });
  });

  it('takes 1 to 255 characters', () => {
    expect(readKeyHeader('k').kind).toBe('key');
    expect(readKeyHeader('k'.repeat(255)).kind).toBe('key');
    expect(readKeyHeader('k'.repeat(256)).kind).toBe('malformed');
  });

  it('tells a missing header from one that cannot be used', () => {
    expect(readKeyHeader(null)).toEqual({ kind: 'missing' });
    for (const header of [
      '',
      ' ',
      '""',
      '"a',
      'a b',
      'a\tb',
      'a,b',
      '"a", "b"',
      '"a";v=1',
      '"a"b',
      'é',
      '"é"',
      '\u007f',
    ]) {
      expect(readKeyHeader(header).kind, header).toBe('malformed');
    }
  });
});

describe('fingerprint', () => {
  it('does not see the order of keys, and sees every value', () => {
    const of = (input: unknown): string => fingerprint(canonical(input));
    expect(of({ a: 1, b: { d: [1, 2], c: 'é' } })).toBe(of({ b: { c: 'é', d: [1, 2] }, a: 1 }));
    expect(of({ a: 1 })).not.toBe(of({ a: '1' }));
    expect(of([1, 2])).not.toBe(of([2, 1]));
    expect(of({ a: undefined })).toBe(of({}));
    expect(of({})).toMatch(/^v1:[0-9a-f]{64}$/);
  });

  it('fits itself, a closed purchase, and one of another release that cannot be compared', () => {
    const print = fingerprint('{}');
    expect(fits(print, print)).toBe(true);
    expect(fits('*', print)).toBe(true);
    expect(fits('v0:whatever', print)).toBe(true);
    expect(fits(fingerprint('[]'), print)).toBe(false);
  });
});
