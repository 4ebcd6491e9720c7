/** Secrets never reach a terminal, a log or a crash report. Pure. */

const shortestSecret = 8;

/** Removes known secrets, and whatever looks like one: bearer tokens, URL queries, credentials in URLs. */
export function redact(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= shortestSecret) clean = clean.replaceAll(secret, '[secret]');
  }
  return clean
    .replace(/Bearer\s+[^\s'",]+/gi, 'Bearer [secret]')
    .replace(/(https?:\/\/[^\s?'"]*)\?[^\s'"]*/gi, '$1?[secret]')
    .replace(/(https?:\/\/)[^\s/@'"]+@/gi, '$1[secret]@');
}

/** The same value with every text in it redacted. */
export function redactValues(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((one) => redactValues(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactValues(one, secrets)]));
}
