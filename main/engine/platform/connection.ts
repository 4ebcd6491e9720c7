import { inspect } from 'node:util';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { compilePattern } from '../types/pattern.ts';
import type { Profile } from './profile.ts';

/** A key that can't be printed by accident: only `reveal()` returns its text, and only the client calls it. */
export interface ApiKey {
  /** The key's second segment, "a short identifier" (platform-interface 5.1). Not a secret. */
  readonly keyId: string;
  /** A sandbox's keys say in their first segment what they are for. */
  readonly isForSandbox: boolean;
  reveal(): string;
}

export function parseApiKey(text: string | undefined, profile: Profile): Result<ApiKey> {
  const key = (text ?? '').trim();
  if (key === '') return failure('key-missing');
  // Visible ASCII whatever the profile says: it becomes a header.
  if (!/^[\x21-\x7e]+$/.test(key) || !compilePattern(profile.apiKey.pattern).matchesWhole(key))
    return failure('key-malformed');
  const keyId = idOfKey(key);
  const [prefix] = key.split('.');
  return success({
    keyId,
    isForSandbox: prefix === 'sandbox',
    reveal: () => key,
    [inspect.custom]: () => `[API key ${keyId}]`,
  } satisfies ApiKey & Record<typeof inspect.custom, () => string>);
}

/** The second segment of a key's text. */
export function idOfKey(key: string): string {
  return key.split('.')[1] ?? '';
}
