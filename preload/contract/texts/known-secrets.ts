/** Secrets by their exact text: API keys, passwords, the secret parts of links and of part URLs. */

/** No secret contains it, so that no text around it can make one. */
export const redacted = '■■■';

/** UTF-16 units. A longer secret is removed wherever it stands. */
const maxShortLength = 3;

/** Removes every secret from a text; see `KnownSecrets.removeFrom`. */
export function removeSecrets(text: string, secrets: Iterable<string>): string {
  return new KnownSecrets(secrets).removeFrom(text);
}

/** As it is, and as URLs, JSON and Basic authentication write it. */
function formsOf(secret: string): ReadonlySet<string> {
  if (secret.trim() === '') return new Set();
  if (secret.length <= maxShortLength) return new Set([secret]);
  const base64 = toBase64(secret);
  const common = [secret, base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
  // Nothing escapes these. Most secrets have nothing else, and there may be 100,000 of them.
  if (/^[\w.-]*$/.test(secret)) return new Set(common);
  const component = encodeURIComponent(secret.toWellFormed());
  const form = component.replaceAll('%20', '+').replace(/[!'()~]/g, percentEncoded);
  const encoded = [component, form, form.replaceAll('+', '%20')];
  return new Set([
    ...common,
    JSON.stringify(secret).slice(1, -1),
    ...encoded,
    ...encoded.map((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
  ]);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function toBase64(text: string): string {
  const binary = /^[\x20-\x7e]*$/.test(text) ? text : binaryString(new TextEncoder().encode(text));
  return btoa(binary).replace(/=+$/, '');
}

function binaryString(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
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

/** The secrets that someone knows at the moment. A search costs the same for one as for 100,000. */
export class KnownSecrets {
  readonly #forms = new TextIndex(maxShortLength + 1);
  readonly #shortForms = new TextIndex(1);

  constructor(secrets: Iterable<string> = []) {
    this.add(secrets);
  }

  /** Returns the end of this use. A secret is known until the last of its uses has ended. */
  add(secrets: Iterable<string>): () => void {
    const added = [...secrets];
    for (const secret of added) for (const form of formsOf(secret)) this.#indexOf(form).add(form);
    let isKnown = true;
    return () => {
      if (!isKnown) return;
      isKnown = false;
      for (const secret of added) for (const form of formsOf(secret)) this.#indexOf(form).delete(form);
    };
  }

  /**
   * The text without any part of a secret, as it is and as URLs, JSON and Basic authentication write it: where two
   * overlap, both are removed. A short secret is removed as a whole word only: cut out of other words, it would reveal
   * itself.
   */
  removeFrom(text: string): string {
    const clean = this.#forms.removeFrom(text, () => true);
    return this.#shortForms.removeFrom(clean, (position, end) => isWholeWord(clean, position, end));
  }

  #indexOf(form: string): TextIndex {
    return form.length <= maxShortLength ? this.#shortForms : this.#forms;
  }
}

/** Finds texts by their first units. */
class TextIndex {
  readonly #startLength: number;
  readonly #uses = new Map<string, number>();
  /** By start, the lengths of the texts that begin with it, and how many there are of each. */
  readonly #lengths = new Map<number, Map<number, number>>();

  /** No text is shorter than `startLength` UTF-16 units. */
  constructor(startLength: number) {
    this.#startLength = startLength;
  }

  add(text: string): void {
    if (count(this.#uses, text, 1) > 1) return;
    const start = this.#startOf(text);
    const lengths = this.#lengths.get(start) ?? new Map<number, number>();
    this.#lengths.set(start, lengths);
    count(lengths, text.length, 1);
  }

  delete(text: string): void {
    if (count(this.#uses, text, -1) > 0) return;
    const start = this.#startOf(text);
    const lengths = this.#lengths.get(start) ?? new Map<number, number>();
    count(lengths, text.length, -1);
    if (lengths.size === 0) this.#lengths.delete(start);
  }

  /** The text with a mark in the place of what is found and wanted. */
  removeFrom(text: string, isWanted: (position: number, end: number) => boolean): string {
    if (this.#uses.size === 0) return text;
    let clean = '';
    let removedTo = 0;
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      start = this.#withUnit(start, text.charCodeAt(at));
      const lengths = this.#lengths.get(start);
      const position = at - this.#startLength + 1;
      if (lengths === undefined || position < 0) continue;
      for (const length of lengths.keys()) {
        const end = position + length;
        if (end <= removedTo || end > text.length) continue;
        if (!this.#uses.has(text.slice(position, end)) || !isWanted(position, end)) continue;
        if (position >= removedTo) clean += text.slice(removedTo, position) + redacted;
        removedTo = end;
      }
    }
    return clean + text.slice(removedTo);
  }

  #startOf(text: string): number {
    let start = 0;
    for (let at = 0; at < this.#startLength; at += 1) start = this.#withUnit(start, text.charCodeAt(at));
    return start;
  }

  /** A number of 28 bits for the last units, which moves the oldest out. Two starts may have the same. */
  #withUnit(start: number, unit: number): number {
    return ((start << (28 / this.#startLength)) ^ unit) & 0x0f_ff_ff_ff;
  }
}

/** Changes how often a key counts, and drops it at 0. Returns the new count. */
function count<K>(counts: Map<K, number>, key: K, change: 1 | -1): number {
  const changed = (counts.get(key) ?? 0) + change;
  if (changed > 0) counts.set(key, changed);
  else counts.delete(key);
  return changed;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

/** One per process: code that gets a secret adds it, and logs and crash reports leave it out. */
export const knownSecrets = new KnownSecrets();
