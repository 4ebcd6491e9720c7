/** Keeps secrets out of messages, logs and receipts. */

/** What the platform's words must not reveal, should it quote it. */
export interface Secrets {
  readonly apiKey: string;
  readonly passwords: readonly string[];
}

const maxMessageLength = 300;

/** For messages: without query (part URLs are pre-authenticated), fragment and user. */
export function redactUrl(address: string | URL): string {
  const url = URL.parse(String(address));
  if (url === null)
    return String(address)
      .replace(/[?#].*$/s, '')
      .replace(/\/\/[^/@]*@/, '//');
  return url.host === '' ? `${url.protocol}…` : `${url.protocol}//${url.host}${url.pathname}`;
}

/** The platform's own words, fit to be stored and shown. */
export function redactServiceMessage(
  message: string,
  secrets: Secrets = { apiKey: '', passwords: [] },
): string {
  return toOneLine(redactUrls(redactSecrets(message, secrets)));
}

/** The words of a part host. A query may hold a signature, in a URL or not. */
export function redactPartHostMessage(message: string): string {
  return message.replace(/\?\S*/g, '?…').replace(/\.$/, '');
}

/** Before the words are cut to a length, which might leave half a secret. */
function redactSecrets(message: string, { apiKey, passwords }: Secrets): string {
  const withoutKey = apiKey === '' ? message : message.replaceAll(apiKey, '[API key]');
  if (passwords.length === 0) return withoutKey;
  // As it is and as JSON writes it. The longest first: one password may begin another.
  const patterns = passwords
    .flatMap((password) => [password, JSON.stringify(password).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .map(patternOf);
  return withoutKey.replaceAll(new RegExp(patterns.join('|'), 'gu'), '[password]');
}

/** A password of a letter or two is sought as a whole word only: cut out of other words, it would reveal itself. */
function patternOf(password: string): string {
  const text = password.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
  return password.length > 3 ? text : `(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`;
}

/** The platform may quote a direct link or a part URL, whose user and query let anyone in. */
function redactUrls(message: string): string {
  return message
    .replace(/(\bhttps?:\/\/)[^\s/?#@]*@/gi, '$1')
    .replace(/(\bhttps?:\/\/[^\s?#]*)[?#][^\s"'<>]*/gi, '$1?…');
}

/** Fit for one line of a terminal: nothing that moves the cursor or turns the reading direction. */
function toOneLine(message: string): string {
  const line = message
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length <= maxMessageLength ? line : `${line.slice(0, maxMessageLength - 1).trimEnd()}…`;
}
