/** How much and how long a client may send. Any program on this computer can connect. */
import type { IncomingMessage, Server } from 'node:http';

export const bodyLimits = {
  default: 1 << 20,
  /** Enough for the ETags of 10,000 parts. */
  completion: 4 << 20,
  /** Enough for the childCustodians of a large pack. */
  sourceFile: 64 << 20,
  /** platform-interface 8: 190 MB. */
  custodianCsv: 190_000_000,
} as const;

/** Several clients with their parallel parts. Others wait to be accepted. */
const maxConnections = 1000;
const headersMs = 30_000;
const idleMs = 120_000;
const bodyMs = 5 * 60_000;

export function limitConnections(server: Server): void {
  server.maxConnections = maxConnections;
  server.headersTimeout = headersMs;
}

/** Drops a connection whose body stops coming. A part may take as long as it makes progress, JSON may not. */
export function limitBodyTime(raw: IncomingMessage, isPart: boolean): void {
  const { socket } = raw;
  const drop = (): void => void socket.destroy();
  const timer = isPart ? undefined : setTimeout(drop, bodyMs);
  socket.setTimeout(idleMs, drop);
  const end = (): void => {
    clearTimeout(timer);
    // The same connection may serve other requests. Until its next body, an answer may take long.
    socket.setTimeout(0);
    socket.off('timeout', drop);
  };
  raw.once('end', end);
  raw.once('close', end);
}
