import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses that mean another service on every computer: loopback, unspecified, link-local, and cloud metadata. */
const local = new BlockList();
local.addSubnet('0.0.0.0', 8, 'ipv4');
local.addSubnet('127.0.0.0', 8, 'ipv4');
local.addSubnet('169.254.0.0', 16, 'ipv4');
local.addSubnet('fe80::', 10, 'ipv6');
local.addAddress('::', 'ipv6');
local.addAddress('::1', 'ipv6');
/** Services that clouds offer to their own machines, besides those at link-local addresses. */
const metadata = {
  ipv4: ['100.100.100.200', '168.63.129.16', '192.0.0.192'], // Alibaba, Azure, Oracle
  ipv6: ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42'], // AWS twice, Google, Scaleway
} as const;
for (const address of metadata.ipv4) local.addAddress(address, 'ipv4');
for (const address of metadata.ipv6) local.addAddress(address, 'ipv6');

/** The addresses of the network interfaces as they are now: a service may listen on any of them. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []);
}

/**
 * Whether an address is this computer's own, or a service for it alone. An IPv4 address within one of IPv6 counts as well,
 * whichever form of it a network translates.
 */
export function isLocalAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  if (family === 0) return false;
  if (family === 4) return local.check(plain, 'ipv4') || own.includes(plain);
  const bytes = ipv6Bytes(plain);
  return (
    local.check(plain, 'ipv6') ||
    own.some((mine) => isIP(mine) === 6 && bytes.equals(ipv6Bytes(mine))) ||
    ipv4Within(bytes).some((inner) => isLocalAddress(inner, own))
  );
}

/** Each prefix, and where the four bytes behind it are. */
const embeddings: readonly (readonly [prefix: string, bits: number, at: readonly number[]])[] = [
  ['::', 96, [12, 13, 14, 15]], // IPv4-compatible (RFC 4291, 2.5.5.1)
  ['::ffff:0:0', 96, [12, 13, 14, 15]], // IPv4-mapped
  ['::ffff:0:0:0', 96, [12, 13, 14, 15]], // IPv4-translated (RFC 2765)
  ['64:ff9b::', 96, [12, 13, 14, 15]], // NAT64 (RFC 6052)
  ['64:ff9b:1::', 48, [6, 7, 9, 10]], // NAT64 of one's own (RFC 8215), with a prefix of 48 bits
  ['64:ff9b:1::', 48, [12, 13, 14, 15]], // and of 96
  ['2002::', 16, [2, 3, 4, 5]], // 6to4 (RFC 3056)
];

function ipv4Within(bytes: Buffer): readonly string[] {
  const found = embeddings
    .filter(([prefix, bits]) => bytes.subarray(0, bits / 8).equals(ipv6Bytes(prefix).subarray(0, bits / 8)))
    .map(([, , at]) => at.map((index) => bytes[index] ?? 0).join('.'));
  // Teredo has the address of its server, and that of its client inverted (RFC 4380, 4).
  if (bytes.readUInt32BE(0) === 0x20010000)
    found.push(
      [...bytes.subarray(4, 8)].join('.'),
      [...bytes.subarray(12)].map((byte) => 255 - byte).join('.'),
    );
  return found;
}

/** The address must be valid. The URL parser writes every form of it in groups of hexadecimal digits. */
function ipv6Bytes(address: string): Buffer {
  const [plain = ''] = address.split('%');
  const text = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [before = '', after] = text
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const groups =
    after === undefined ? [...before] : [...before, ...zeros(8 - before.length - after.length), ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

const zeros = (count: number): readonly string[] => Array.from({ length: count }, () => '0');

/**
 * Whether a host can only be this computer or its link. Takes a URL's `hostname`, in which the URL parser has brought every
 * spelling of an IPv4 address to dotted form. A private network is not local: a firm's object store may be there.
 */
export function isLocalHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host.endsWith('.localhost') || isLocalAddress(host);
}

/** A name that leads to this computer. Not DNS's own failure. */
export class LocalAddressError extends Error {
  readonly code = 'ERR_LOCAL_ADDRESS';
  readonly syscall = 'connect';
}

/** Looks up names for a connection, and refuses local addresses unless the name is allowed to have them. */
export function guardedLookup(isAllowed: (hostname: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    if (isAllowed(hostname)) return dns.lookup(hostname, options, callback);
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) return callback(error, []);
      // One local address is enough: the connection would try each of them.
      if (addresses.some(({ address }) => isLocalAddress(address)))
        return callback(new LocalAddressError(`${hostname} leads to this computer`), []);
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
