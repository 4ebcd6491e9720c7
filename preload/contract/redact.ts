/** Keeps secrets out of messages, logs and crash reports. */

const minSecretLength = 8;

/** Removes the given secrets, bearer tokens, and what in a URL may grant access: user, query and fragment. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= minSecretLength) clean = clean.replaceAll(secret, '[secret]');
  }
  return redactUrls(clean).replace(/\bBearer\s+[^\s'",]+/gi, 'Bearer …');
}

/**
 * For files that are sent to others: also removes whatever looks like an API key (platform-interface 5.1: three parts
 * separated by dots). A file name can look like one, so messages for the user keep it.
 */
export function redactForLog(text: string, secrets: Iterable<string> = []): string {
  return redact(text, secrets).replace(/\b([\w-]+\.[\w-]{4,32})\.[\w+/=-]{16,}/g, '$1.…');
}

/** Direct links and part URLs are pre-authenticated by their query. */
export function redactUrls(text: string): string {
  return text
    .replace(/(\bhttps?:\/\/)[^\s/@]*@/gi, '$1')
    .replace(/(\bhttps?:\/\/[^\s?#]*)[?#][^\s"'<>]*/gi, '$1?…');
}
