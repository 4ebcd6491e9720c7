/** Which addresses a link from elsewhere may not lead to: this computer, and what answers to this computer alone. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

type Range = readonly [address: string, bits: number];

/** RFC 6890: this network, loopback, link-local. Then the metadata services of Alibaba, Azure and Oracle. */
const ipv4Ranges: readonly Range[] = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
];
/** Unspecified, loopback, link-local, and the metadata services of AWS, Google and Scaleway. */
const ipv6Ranges: readonly Range[] = [
  ['::', 127],
  ['fe80::', 10],
  ['fd00:ec2::', 64],
  ['fd20:ce::', 64],
  ['fd00:42::42', 128],
];

/** Every range of IPv6 that leads to a range of IPv4: compatible, mapped, translated, NAT64 twice, and 6to4. */
function* carriersOf([address, bits]: Range): Generator<Range> {
  for (const prefix of ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'])
    yield [`${prefix}${address}`, 96 + bits];
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = (high: number, low: number): string => (high * 256 + low).toString(16);
  yield [`2002:${hex(a, b)}:${hex(c, d)}::`, 16 + bits];
}

function blockList(ipv4: readonly Range[], ipv6: readonly Range[]): BlockList {
  const blocked = new BlockList();
  for (const range of ipv4) {
    blocked.addSubnet(...range, 'ipv4');
    for (const carrier of carriersOf(range)) blocked.addSubnet(...carrier, 'ipv6');
  }
  for (const range of ipv6) blocked.addSubnet(...range, 'ipv6');
  return blocked;
}

const always = blockList(ipv4Ranges, ipv6Ranges);

/** The addresses that this computer has in its networks, which may change while the sandbox runs. */
function inNetworks(interfaces: ReturnType<typeof networkInterfaces>): BlockList {
  const addresses = Object.values(interfaces).flatMap((each) => each ?? []);
  const ranges = (family: 'IPv4' | 'IPv6', bits: number): readonly Range[] =>
    addresses
      .filter((each) => each.family === family)
      .map(({ address }) => [address.replace(/%.*/, ''), bits]);
  return blockList(ranges('IPv4', 32), ranges('IPv6', 128));
}

export function isOfThisComputer(address: string, interfaces = networkInterfaces()): boolean {
  const text = address.replace(/%.*/, '');
  const family = isIPv4(text) ? 'ipv4' : isIPv6(text) ? 'ipv6' : null;
  return family !== null && (always.check(text, family) || inNetworks(interfaces).check(text, family));
}

/** By a URL's `hostname`: an address, or a name that is kept for this computer (RFC 6761). */
export function namesThisComputer(hostname: string): boolean {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  const labels = name.toLowerCase().split('.');
  return labels.at(-1) === 'localhost' || isOfThisComputer(name.replace(/^\[/, '').replace(/\]$/, ''));
}
