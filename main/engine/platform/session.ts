import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Account, Connection } from '../types/connection.ts';
import type { RetryWait } from './api-client.ts';
import { createPlatform, type Platform } from './client.ts';
import { parseApiKey, parseServerUrl } from './connection.ts';
import { createDispatcher, type NetworkRoute } from './dispatcher.ts';
import { loadProfile } from './profile-file.ts';
import type { RateLimiterRegistry } from './rate-limiter-registry.ts';

export interface Session {
  readonly account: Account;
  readonly profilePath: string | null;
  readonly platform: Platform;
  readonly route: NetworkRoute;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly rateLimiters: RateLimiterRegistry;
  readonly userAgent: string;
  readonly onWaiting: (waiting: RetryWait | null) => void;
  readonly signal?: AbortSignal;
}

/** How long a person waits for the first answer before hearing that there is none. */
const firstAnswerMs = 45_000;
/** A mistyped address, or no network: some four seconds. */
const unreachedTries = 5;

/** Checks the profile, the server's address and the key, in this order, then asks the platform who the key belongs to. */
export async function openSession(connection: Connection, options: ConnectOptions): Promise<Result<Session>> {
  const profile = await loadProfile(connection.profilePath ?? undefined);
  if (!profile.ok) return profile;
  const baseUrl = parseServerUrl(connection.serverUrl);
  if (!baseUrl.ok) return baseUrl;
  const apiKey = parseApiKey(connection.apiKey, profile.value);
  if (!apiKey.ok) return apiKey;
  const { keyId } = apiKey.value;
  const route = { proxyUrl: connection.proxyUrl, caPem: connection.caPem };
  const dispatcher = createDispatcher(route);
  const platform = createPlatform({
    baseUrl: baseUrl.value,
    apiKey: apiKey.value,
    profile: profile.value,
    pacer: options.rateLimiters.of(keyId, profile.value.limits.requestsPerSecond),
    dispatcher,
    userAgent: options.userAgent,
    onWaiting: options.onWaiting,
  });
  const close = async (): Promise<void> => {
    await platform.close();
    await dispatcher.close();
  };
  const user = await platform.currentUser({
    giveUpAfterMs: firstAnswerMs,
    unreachedTries,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (!user.ok) {
    await close();
    return { ok: false, failure: aboutServer(user.failure, baseUrl.value) };
  }
  const serverUrl = baseUrl.value.href;
  const { username } = user.value;
  return success({
    account: { serverUrl, userName: username ?? `user ${user.value.id}`, keyId },
    profilePath: connection.profilePath,
    platform,
    route,
    close,
  });
}

function aboutServer(found: Failure, baseUrl: URL): Failure {
  switch (found.code) {
    case 'not-found':
      return {
        ...found,
        code: 'unexpected-answer',
        message: `${baseUrl.href} does not answer like the platform: there is nothing of its interface there. Check the server's address, and whether anything after the host's name belongs to it.`,
      };
    case 'unexpected-answer':
      return { ...found, message: `${baseUrl.href} does not answer like the platform. ${found.message}` };
    default:
      return found;
  }
}
