import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { parseServerUrl } from '../../../preload/contract/server-url.ts';
import { knownSecrets, urlSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { isLoopbackHost } from '../../../preload/contract/views/loopback.ts';
import type { Account, Connection } from '../types/connection.ts';
import type { RetryWait } from './api-client.ts';
import { parseApiKey } from './connection.ts';
import { createHttpDispatcher, type NetworkAccess } from './dispatcher.ts';
import { createPlatform, type Platform } from './platform.ts';
import { readProfile } from './profile-file.ts';
import type { RateLimiterRegistry } from './rate-limiter-registry.ts';
import { promptUnreachedTries } from './request-options.ts';

/** An open connection to a platform with one key. */
export interface Session {
  readonly account: Account;
  /** A sandbox on this computer, not a platform that evidence is delivered to. */
  readonly isSandbox: boolean;
  readonly profilePath: string | null;
  /** SHA-256 of the profile's file, as it was read. */
  readonly profileSha256: string;
  readonly platform: Platform;
  readonly route: NetworkAccess;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly rateLimiters: RateLimiterRegistry;
  readonly userAgent: string;
  readonly onWaiting: (wait: RetryWait | null) => void;
  readonly signal?: AbortSignal;
}

/** How long a person waits for the first answer. */
const firstAnswerMs = 45_000;

/** Checks the profile, the server address and the key, in this order, then asks the platform whose key it is. */
export async function openSession(connection: Connection, options: SessionOptions): Promise<Result<Session>> {
  const read = await readProfile(connection.profilePath ?? undefined);
  if (!read.ok) return read;
  const { profile, sha256: profileSha256 } = read.value;
  const baseUrl = parseServerUrl(connection.serverUrl);
  if (!baseUrl.ok) return baseUrl;
  const apiKey = parseApiKey(connection.apiKey, profile);
  if (!apiKey.ok) return apiKey;
  const forgetSecrets = knownSecrets.add([apiKey.value.reveal(), ...urlSecrets(connection.proxyUrl ?? '')]);
  const { keyId } = apiKey.value;
  const route = { proxyUrl: connection.proxyUrl, caPem: connection.caPem };
  const dispatcher = createHttpDispatcher(route);
  const { requestsPerSecond } = profile.limits;
  const rateLimiter = options.rateLimiters.get(baseUrl.value, apiKey.value, requestsPerSecond);
  const platform = createPlatform({
    baseUrl: baseUrl.value,
    apiKey: apiKey.value,
    profile,
    rateLimiter,
    dispatcher,
    userAgent: options.userAgent,
    onWaiting: options.onWaiting,
    form: connection.form ?? null,
  });
  const close = async (): Promise<void> => {
    await dispatcher.close();
    forgetSecrets();
  };
  const user = await platform.read(
    'GetCurrentUser',
    { path: {}, query: {} },
    {
      giveUpAfterMs: firstAnswerMs,
      unreachedTries: promptUnreachedTries,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
  );
  if (!user.ok) {
    await close();
    return { ok: false, failure: serverFailure(user.failure, baseUrl.value) };
  }
  rateLimiter.identify(user.value.id);
  const serverUrl = baseUrl.value.href;
  const { username } = user.value;
  return success({
    isSandbox: apiKey.value.isForSandbox && isLoopbackHost(baseUrl.value.hostname),
    account: { serverUrl, userName: username ?? `user ${user.value.id}`, keyId },
    profilePath: connection.profilePath,
    profileSha256,
    platform,
    route,
    close,
  });
}

/** Names the server of an answer that isn't the platform's. */
function serverFailure(found: Failure, { href: url }: URL): Failure {
  if (found.code === 'not-found') return failure('not-the-platform', { url }).failure;
  if (found.code === 'unexpected-answer')
    return failure('not-the-platform', { url, reason: found.reason }).failure;
  return found;
}
