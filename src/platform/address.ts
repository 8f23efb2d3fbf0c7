import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** In it the process tells itself where a request's connection comes from. What a caller writes into it is overwritten. */
const socketHeader = 'x-doubletap-socket-address';

/**
 * Writes the address of its connection into a request, before anything reads it. A route of Next sees no socket, and Next puts
 * the socket's address into `X-Forwarded-For` only when the caller has sent none.
 */
export function noteSocketAddress(request: IncomingMessage): void {
  request.headers[socketHeader] = request.socket.remoteAddress ?? '';
}

/**
 * Whom a request comes from, as far as that can be trusted: the connection's address, or, where that is a trusted proxy's, the one
 * that it names last in `X-Forwarded-For`, and so on to the left. An address that nobody can say is `unknown`, one for all.
 */
export function clientAddress(headers: Headers, trustedProxies: readonly string[]): string {
  const trusted = ranges(trustedProxies);
  const named = (headers.get('x-forwarded-for') ?? '').split(',').map(plain);
  let address = plain(headers.get(socketHeader) ?? '');
  while (isIP(address) !== 0 && trusted.check(address, familyOf(address))) {
    const before = named.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return isIP(address) === 0 ? 'unknown' : address;
}

/** What is counted as one caller: an IPv4 address, or the /64 of an IPv6 address, which one customer has all of. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export function isListOfRanges(list: readonly string[]): boolean {
  try {
    ranges(list);
    return true;
  } catch {
    return false; // Node throws on whatever is no address and no range
  }
}

function ranges(list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const range of list) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) blocks.addAddress(new SocketAddress({ address, family: familyOf(address) }));
    else blocks.addSubnet(address, Number(bits), familyOf(address));
  }
  return blocks;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** An IPv4 address that comes over an IPv6 socket is that IPv4 address. */
function plain(text: string): string {
  const address = text.trim();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}
