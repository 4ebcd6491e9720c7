/** Keeps secrets out of messages, logs and crash reports. Every step is linear in the text. */
import { KnownSecrets, knownSecrets } from './known-secrets.ts';
import { unprintable } from './printable.ts';

/** For messages: without the given secrets, bearer tokens, and what in a URL may grant access. */
export function redact(text: string, secrets = none): string {
  return redactWith(text, (part) => secrets.removeFrom(part));
}

const none = new KnownSecrets();

/**
 * For files that are sent to others: also without every secret that this process knows, whatever looks like an API key
 * (platform-interface 5.1: three parts separated by dots), and the query of a path. A file name can look like these, so
 * messages for the user keep them.
 */
export function redactForLog(text: string, secrets = none): string {
  const remove = (part: string) => secrets.removeFrom(knownSecrets.removeFrom(part));
  const clean = redactWith(text, remove)
    .replace(/(?<![\w-])([\w-]{1,64}\.[\w-]{1,64})\.[\w+/=-]{12,}/g, '$1.…')
    .replace(/\?[\w.~%-]{1,64}=\S*/g, '?…');
  return remove(clean);
}

function redactWith(text: string, removeSecrets: (part: string) => string): string {
  // Again at the end: what a pattern leaves must not make up a secret either.
  return removeSecrets(removeTokens(redactUrls(removeSecrets(text))));
}

/** On one line, as `printable`, but escaped: a log keeps which character it was. */
export function escapeControls(text: string): string {
  return text
    .toWellFormed()
    .replace(unprintable, (character) =>
      character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}

/** Direct links and part URLs are pre-authenticated by their query. */
export function redactUrls(text: string): string {
  return text.replace(/\S+/g, redactWord);
}

const scheme = /(?:https?|wss?|s?ftps?|smb|socks\w{0,2}):\/\//i;

/** What follows the first `?` or `#` is dropped whole: a second URL in one word is part of a query. */
function redactWord(word: string): string {
  const start = word.search(scheme);
  if (start === -1) return word;
  const shown = word.slice(start).replace(/(:\/\/)[^/?#]*@/g, '$1');
  const end = shown.search(/[?#]/);
  if (end === -1) return word.slice(0, start) + shown;
  return `${word.slice(0, start)}${shown.slice(0, end)}?…${closing(shown)}`;
}

/** The end of a quotation or sentence, which doesn't belong to the URL. */
function closing(word: string): string {
  let end = word.length;
  while (end > 0 && '"\'<>.,;'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(end, end + 3);
}

function removeTokens(text: string): string {
  return text
    .replace(/\b(Bearer|Basic)\s{1,8}[^\s'",]{6,}/gi, '$1 …')
    .replace(/\b(authorization['"]?\s{0,8}[:=]\s{0,8}['"]?(?:\w{1,16} )?)[^\s'",]+/gi, '$1…');
}
