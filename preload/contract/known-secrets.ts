/** Secrets by their exact text: API keys, passwords, the secret parts of links and of part URLs. */

/** No secret contains it, so that no text around it can make one. */
export const redacted = '■■■';

/** Removes every secret from a text, as it is and as URLs, JSON and Basic authentication write it. Linear in the text. */
export function removeSecrets(text: string, secrets: Iterable<string>): string {
  const forms = new Set([...secrets].flatMap(formsOf));
  // The longest first: one secret may begin another.
  return [...forms]
    .sort((a, b) => b.length - a.length)
    .reduce(
      (clean, form) => (isShort(form) ? removeWord(clean, form) : clean.replaceAll(form, redacted)),
      text,
    );
}

function formsOf(secret: string): readonly string[] {
  if (secret.trim() === '') return [];
  if (isShort(secret)) return [secret];
  const component = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  const encoded = [component, form, form.replaceAll('+', '%20')];
  const base64 = toBase64(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    ...encoded,
    ...encoded.map((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
  ];
}

function toBase64(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join('')).replace(/=+$/, '');
}

function isShort(secret: string): boolean {
  return secret.length <= 3;
}

/** A short secret is removed as a whole word only: cut out of other words, it would reveal itself. */
function removeWord(text: string, word: string): string {
  const pattern = word.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu'), redacted);
}

/**
 * What in a URL may grant access: its user, the values of its query, and its fragment. Short values are words rather than
 * secrets.
 */
export function urlSecrets(address: string, minLength = 12): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const { username, password, search, hash, searchParams } = url;
  const user = [decode(password), `${decode(username)}:${decode(password)}`];
  const values = [search.slice(1), hash.slice(1), ...searchParams.values()];
  return [...(password === '' ? [] : user), ...values.filter((value) => value.length >= minLength)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The secrets that this process knows at the moment. */
export class KnownSecrets implements Iterable<string> {
  readonly #uses = new Map<string, number>();

  /** Returns the end of this use. A secret is known until the last of its uses has ended. */
  add(...secrets: readonly string[]): () => void {
    for (const secret of secrets) this.#uses.set(secret, (this.#uses.get(secret) ?? 0) + 1);
    let isKnown = true;
    return () => {
      if (!isKnown) return;
      isKnown = false;
      for (const secret of secrets) {
        const uses = (this.#uses.get(secret) ?? 0) - 1;
        if (uses > 0) this.#uses.set(secret, uses);
        else this.#uses.delete(secret);
      }
    };
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#uses.keys();
  }
}

/** One per process: code that gets a secret adds it, and logs and crash reports leave it out. */
export const knownSecrets = new KnownSecrets();
