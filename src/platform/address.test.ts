import { describe, expect, it } from 'vitest';
import { clientAddress, isListOfRanges, networkOf } from './address';

function from(socket: string, forwarded?: string): Headers {
  const headers = new Headers({ 'x-doubletap-socket-address': socket });
  if (forwarded !== undefined) headers.set('x-forwarded-for', forwarded);
  return headers;
}

describe('the address of a caller', () => {
  it.each<[string, Headers, string[], string]>([
    ['is its connection, whatever it claims', from('203.0.113.9', '198.51.100.1'), [], '203.0.113.9'],
    ['is what a trusted proxy names', from('10.0.0.7', '198.51.100.1'), ['10.0.0.0/8'], '198.51.100.1'],
    [
      'is what the last of them names, not the caller',
      from('10.0.0.7', '1.1.1.1, 198.51.100.1'),
      ['10.0.0.7'],
      '198.51.100.1',
    ],
    [
      'is looked for behind every trusted proxy',
      from('10.0.0.7', '1.1.1.1, 198.51.100.1, 10.0.0.8'),
      ['10.0.0.0/8'],
      '198.51.100.1',
    ],
    ['is the proxy where that names nobody', from('10.0.0.7'), ['10.0.0.0/8'], '10.0.0.7'],
    ['is the proxy where that names nonsense', from('10.0.0.7', 'unknown'), ['10.0.0.0/8'], '10.0.0.7'],
    ['is IPv4 when it comes over an IPv6 socket', from('::ffff:203.0.113.9'), [], '203.0.113.9'],
    [
      'is a trusted proxy over an IPv6 socket too',
      from('::ffff:10.0.0.7', '2001:db8::1'),
      ['10.0.0.0/8'],
      '2001:db8::1',
    ],
    [
      'is one for all whose connection nobody knows',
      new Headers({ 'x-forwarded-for': '1.1.1.1' }),
      [],
      'unknown',
    ],
  ])('%s', (_, headers, trusted, address) => {
    expect(clientAddress(headers, trusted)).toBe(address);
  });
});

describe('what is counted as one caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

it('knows what is no list of addresses and ranges', () => {
  expect(isListOfRanges(['10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1'])).toBe(true);
  for (const wrong of ['10.0.0', '10.0.0.0/33', 'localhost', '10.0.0.0/x']) {
    expect([wrong, isListOfRanges([wrong])]).toEqual([wrong, false]);
  }
});
