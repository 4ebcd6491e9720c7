import { inspect } from 'node:util';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { isLoopbackHost } from '../../../preload/contract/loopback.ts';
import type { Profile } from './profile.ts';

/** A key that cannot be printed by accident: only `reveal()` gives its text, and only the client calls it. */
export interface ApiKey {
  /** The key's second segment, "a short identifier" (platform-interface 5.1): tells accounts apart, opens nothing. */
  readonly keyId: string;
  reveal(): string;
}

export function parseServerUrl(text: string): Result<URL> {
  const trimmed = text.trim();
  if (trimmed === '') return failure('bad-input', 'The server address is missing. Give one with --server.');
  const url = URL.parse(trimmed);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    // Not repeated: it may be the key, pasted into the wrong place.
    return failure('bad-input', 'The server address is not an address. It must look like https://host/.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return failure(
      'bad-input',
      `The server address ${redactUrl(url)} must have no user name, password, query or fragment.`,
    );
  }
  if (!isPrivateToTransport(url)) {
    return failure(
      'url-insecure',
      `${redactUrl(url)} is not encrypted: the key would be readable on the way. Use https:// (http:// only for this computer).`,
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return success(url);
}

/** platform-interface 5.2: HTTPS; plain HTTP for loopback alone (design, "Talking to the platform"). */
export function isPrivateToTransport(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

export function parseApiKey(text: string | undefined, profile: Profile): Result<ApiKey> {
  const key = (text ?? '').trim();
  if (key === '') {
    return failure('key-missing', 'There is no API key. Set LADING_API_KEY or give --key-file.');
  }
  // Visible ASCII whatever the profile says: it becomes a header.
  const fits = /^[\x21-\x7e]+$/.test(key) && wholly(profile.apiKey.pattern).test(key);
  if (!fits) {
    return failure(
      'key-malformed',
      'The API key does not have the shape of a key (three parts with dots between them). Copy it again, whole.',
    );
  }
  const keyId = key.split('.')[1] ?? '';
  return success({
    keyId,
    reveal: () => key,
    [inspect.custom]: () => `[API key ${keyId}]`,
  } satisfies ApiKey & Record<typeof inspect.custom, () => string>);
}

function wholly(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

/** For messages: without query (part URLs are pre-authenticated), fragment and user. */
export function redactUrl(address: string | URL): string {
  const url = URL.parse(String(address));
  if (url === null)
    return String(address)
      .replace(/[?#].*$/s, '')
      .replace(/\/\/[^/@]*@/, '//');
  return url.host === '' ? `${url.protocol}…` : `${url.protocol}//${url.host}${url.pathname}`;
}
