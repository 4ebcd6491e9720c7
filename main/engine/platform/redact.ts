/** Keeps secrets out of what the platform and the part hosts say, which is stored and shown. */
import { removeSecrets } from '../../../preload/contract/texts/known-secrets.ts';
import { redactUrls } from '../../../preload/contract/texts/redact.ts';

/** What the platform might quote. */
export interface Secrets {
  readonly apiKey: string;
  readonly passwords: readonly string[];
}

export const maxMessageLength = 300;

/** Without query (part URLs are pre-authenticated), fragment and user. */
export function redactUrl(address: string | URL): string {
  const url = URL.parse(String(address));
  if (url === null) return withoutUser(String(address).replace(/[?#].*/s, ''));
  return url.host === '' ? `${url.protocol}…` : `${url.protocol}//${url.host}${url.pathname}`;
}

/** Removes the user from an address that can't be parsed: what stands behind two slashes, up to the last @. */
function withoutUser(address: string): string {
  const parts = address.split('/');
  return parts
    .map((part, index) =>
      index >= 2 && parts[index - 1] === '' ? part.slice(part.lastIndexOf('@') + 1) : part,
    )
    .join('/');
}

/** The platform's own message on one line, without secrets. The platform may quote a direct link or a part URL. */
export function redactPlatformMessage(
  message: string,
  secrets: Secrets = { apiKey: '', passwords: [] },
): string {
  // Before the message is truncated, which might leave half a secret.
  const known = [secrets.apiKey, ...secrets.passwords];
  return toOneLine(removeSecrets(redactUrls(removeSecrets(message, known)), known));
}

/** A part host's message. A query may hold a signature, in a URL or not. */
export function redactPartHostMessage(message: string): string {
  return message.replace(/\?\S*/g, '?…').replace(/\.$/, '');
}

/** Without characters that move a terminal's cursor or reverse the reading direction. */
function toOneLine(message: string): string {
  const line = message
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length <= maxMessageLength ? line : `${line.slice(0, maxMessageLength - 1).trimEnd()}…`;
}
