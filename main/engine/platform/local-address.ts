import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that mean another service on every computer: loopback, unspecified and link-local (cloud metadata). */
const local = new BlockList();
local.addSubnet('0.0.0.0', 8, 'ipv4');
local.addSubnet('127.0.0.0', 8, 'ipv4');
local.addSubnet('169.254.0.0', 16, 'ipv4');
local.addSubnet('fe80::', 10, 'ipv6');
local.addAddress('::', 'ipv6');
local.addAddress('::1', 'ipv6');
/** The metadata service of AWS. */
local.addAddress('fd00:ec2::254', 'ipv6');

/** An IPv4 address in the form of IPv6 counts as the IPv4 address. */
export function isLocalAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const family = isIP(plain);
  return family !== 0 && local.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

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
