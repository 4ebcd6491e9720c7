/** Whose program is at the other end of a connection from this computer. Linux says so. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * Browsers are started with the address as an argument, which other users of a Linux computer can read for a moment, and
 * a program of theirs would be faster than the browser. True if the other end is known to be another user's; the
 * administrator's is not, because nothing is hidden from it.
 */
export function isOtherUser({ remoteAddress, remotePort, localPort }: Socket): boolean {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return false;
  if (remoteAddress?.replace(/^::ffff:/, '') !== '127.0.0.1') return false;
  let table: string;
  try {
    table = readFileSync('/proc/net/tcp', 'latin1');
  } catch {
    return false; // The token is still good for one use only.
  }
  const owner = connectionOwner(table, remotePort, localPort);
  return owner !== undefined && owner !== 0 && owner !== process.getuid?.();
}

/** The user of the end of a loopback connection that has `fromPort`. Pure; `table` is the text of /proc/net/tcp. */
export function connectionOwner(table: string, fromPort: number, toPort: number): number | undefined {
  const address = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const ends = `${address(fromPort)} ${address(toPort)} `;
  const line = table.split('\n').find((each) => each.includes(` ${ends}`));
  // sl local remote state queues timer retransmits uid
  const owner = line?.trim().split(/\s+/)[7];
  return owner === undefined ? undefined : Number(owner);
}
