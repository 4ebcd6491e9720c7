/** Whose program is at the other end of a connection from this computer. Linux says so. */
import { readFileSync } from 'node:fs';
import { isIPv4, type Socket } from 'node:net';
import { endianness } from 'node:os';

export interface ConnectionEnd {
  /** IPv4: the sandbox listens on no other. */
  readonly address: string;
  readonly port: number;
}

/**
 * Browsers get the address of the pages from a file that only its user can read, but a person may also pass it to a program
 * as an argument, which other users of the computer can read. On Linux, the program at the other end must be this user's or
 * the administrator's, from which nothing is hidden. Elsewhere nothing says whose it is.
 */
export function isOwnUser({ remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
  if (process.platform !== 'linux') return true;
  if (remotePort === undefined || localPort === undefined) return false;
  const from = { address: plainIpv4(remoteAddress), port: remotePort };
  const to = { address: plainIpv4(localAddress), port: localPort };
  const owner = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => connectionOwner(readTable(path), from, to));
  return owner.includes(0) || owner.includes(process.getuid?.());
}

function plainIpv4(address = ''): string {
  return address.replace(/^::ffff:/i, '');
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

const established = '01';
const columns = { local: 1, remote: 2, state: 3, user: 7, inode: 9 } as const;

/**
 * The user of the end `from` of a connection on this computer; undefined where nothing certain is said. Pure; `table` is the
 * text of /proc/net/tcp, or of /proc/net/tcp6 for a program that reaches an IPv4 address through IPv6.
 */
export function connectionOwner(table: string, from: ConnectionEnd, to: ConnectionEnd): number | undefined {
  if (!isIPv4(from.address) || !isIPv4(to.address)) return undefined;
  const lines = table.split('\n').map((line) => line.trim().split(/\s+/));
  const line = lines.find((each) =>
    forms.some((form) => each[columns.local] === form(from) && each[columns.remote] === form(to)),
  );
  // The table says of a connection that its program has closed that it is user 0's.
  if (line?.[columns.state] !== established || line[columns.inode] === '0') return undefined;
  const owner = Number(line[columns.user]);
  return Number.isInteger(owner) ? owner : undefined;
}

/** An end as the tables name it: words of 32 bits in the byte order of this computer. */
const forms = [
  ({ address, port }: ConnectionEnd) => `${word(address)}:${hex(port, 4)}`,
  ({ address, port }: ConnectionEnd) =>
    `0000000000000000${word('0.0.255.255')}${word(address)}:${hex(port, 4)}`,
];

function word(address: string): string {
  const bytes = address.split('.').map((byte) => hex(Number(byte), 2));
  return (endianness() === 'LE' ? bytes.toReversed() : bytes).join('');
}

function hex(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0');
}
