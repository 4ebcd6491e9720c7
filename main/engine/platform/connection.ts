import { inspect } from 'node:util';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { isLoopbackHost } from '../../../preload/contract/loopback.ts';
import { compilePattern } from '../types/pattern.ts';
import type { Profile } from './profile.ts';
import { redactUrl } from './redact.ts';

/** A key that can't be printed by accident: only `reveal()` returns its text, and only the client calls it. */
export interface ApiKey {
  /** The key's second segment, "a short identifier" (platform-interface 5.1). Not a secret. */
  readonly keyId: string;
  /** A sandbox's keys say in their first segment what they are for. */
  readonly isForSandbox: boolean;
  reveal(): string;
}

export function parseServerUrl(text: string): Result<URL> {
  const trimmed = text.trim();
  if (trimmed === '') return failure('server-url-missing');
  const url = URL.parse(trimmed);
  // The text is not repeated: it may be a key that was pasted into the wrong field.
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return failure('server-url-malformed');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return failure('server-url-has-extras', { url: redactUrl(url) });
  if (!isEncryptedOrLocal(url)) return failure('server-url-insecure', { url: redactUrl(url) });
  url.pathname = url.pathname.replace(/\/+$/, '');
  return success(url);
}

/** platform-interface 5.2: HTTPS; plain HTTP only for loopback (design, "Talking to the platform"). */
export function isEncryptedOrLocal(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

export function parseApiKey(text: string | undefined, profile: Profile): Result<ApiKey> {
  const key = (text ?? '').trim();
  if (key === '') return failure('key-missing');
  // Visible ASCII whatever the profile says: it becomes a header.
  if (!/^[\x21-\x7e]+$/.test(key) || !compilePattern(profile.apiKey.pattern).matchesWhole(key))
    return failure('key-malformed');
  const [prefix, keyId = ''] = key.split('.');
  return success({
    keyId,
    isForSandbox: prefix === 'sandbox',
    reveal: () => key,
    [inspect.custom]: () => `[API key ${keyId}]`,
  } satisfies ApiKey & Record<typeof inspect.custom, () => string>);
}
