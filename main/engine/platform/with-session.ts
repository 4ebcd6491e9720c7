import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { Connection } from '../types/connection.ts';
import type { Platform } from './platform.ts';
import { RateLimiterRegistry } from './rate-limiter-registry.ts';
import { openSession, type Session } from './session.ts';

/** Uses a session without an engine: for what needs no store. */
export async function withSession<T>(
  connection: Connection,
  version: string,
  signal: AbortSignal,
  use: (session: Session) => Promise<Result<T>>,
): Promise<Result<T>> {
  const rateLimiters = new RateLimiterRegistry();
  try {
    const connected = await openSession(connection, {
      rateLimiters,
      userAgent: `Lading/${version}`,
      onWaiting: () => {},
      signal,
    });
    if (!connected.ok) return connected;
    try {
      return await use(connected.value);
    } finally {
      await connected.value.close();
    }
  } finally {
    rateLimiters.close();
  }
}

/**
 * Calls a platform's operations without an engine. Fails as opening a connection does: profile, address, key, and an
 * account that the platform knows.
 */
export function withPlatform<T>(
  connection: Connection,
  version: string,
  signal: AbortSignal,
  use: (platform: Platform) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withSession(connection, version, signal, ({ platform }) => use(platform));
}
