import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLocalAddress, isLocalHost } from './local-address.ts';

/** Networks that aren't the internet: private, shared (RFC 6598), benchmarks, multicast, and reserved. */
const networks: readonly (readonly [address: string, prefix: number])[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];

const notInternet = new BlockList();
for (const [address, prefix] of networks) {
  notInternet.addSubnet(address, prefix, 'ipv4');
  // The same behind NAT64.
  notInternet.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6');
}
for (const [address, prefix] of [
  // IPv4 addresses in forms that nothing on the internet uses any more: compatible, translated, local NAT64, Teredo, 6to4.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  // Unique local, link-local, site-local, multicast.
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  notInternet.addSubnet(address, prefix, 'ipv6');

/** An address of this computer or of a network that isn't the internet. */
export function isPrivateAddress(address: string): boolean {
  if (isLocalAddress(address)) return true;
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  return family !== 0 && notInternet.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether a host, by its text alone, is this computer or in a private network: an address, a name without a dot, or one of
 * the suffixes that are kept for private networks (RFC 6762, RFC 8375, ICANN's `internal`). Takes a URL's `hostname`.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isLocalHost(hostname) || isPrivateAddress(host)) return true;
  if (isIP(host) !== 0) return false;
  return !host.includes('.') || /\.(?:local|internal|home\.arpa)$/.test(host);
}

/** A name that leads to a private network or this computer. Not DNS's own failure. */
export class PrivateAddressError extends Error {
  readonly code = 'ERR_PRIVATE_ADDRESS';
  readonly syscall = 'connect';
}

/** Looks up names for a connection to the internet: one private address among the answers refuses the name. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return callback(error, []);
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(new PrivateAddressError(`${hostname} leads to a private network`), []);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
