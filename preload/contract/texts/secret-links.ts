import { knownSecrets, urlSecrets } from './known-secrets.ts';

/** A direct link without what may be a secret in it. */
export interface StoredLink {
  readonly shown: string;
  readonly hasSecret: boolean;
  /** Where the name can't be read from `shown`. */
  readonly name?: string;
}

/** User, query and fragment may grant access to anyone (platform-interface 5.5), so they are not stored. */
export function storedLink(link: string): StoredLink {
  const url = new URL(link);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { shown, hasSecret: shown !== url.href };
}

/** What a message might quote of a link whose path is masked. */
export function pathSecrets(link: string): readonly string[] {
  const url = URL.parse(link);
  // It is refused later, and may still be a secret that was pasted into the wrong field.
  if (url === null) return link.length > 1 ? [link] : [];
  const { href, pathname } = url;
  const folders = pathname.split('/').slice(1, visibleName(pathname) === null ? undefined : -1);
  const whole = [link, href, pathname, decoded(pathname)].filter((text) => text.length > 1);
  return [...whole, ...[...folders, ...folders.map(decoded)].filter((text) => text.length >= 12)];
}

/** The file's name, unless it may be the secret itself. Pure. */
export function visibleName(pathname: string): string | null {
  const name = decoded(pathname.split('/').at(-1) ?? '');
  const { stem, extension } = /^(?<stem>.+)(?<extension>\.[\p{L}\p{N}]{1,8})$/u.exec(name)?.groups ?? {};
  if (stem === undefined || extension === undefined) return null;
  return looksLikeToken(stem) ? null : name;
}

/** Random: a long word of letters and digits, or hexadecimal in any grouping. Dates and numbers of volumes are neither. */
function looksLikeToken(stem: string): boolean {
  if (/^[0-9a-f-]{16,}$/i.test(stem) && /[a-f]/i.test(stem)) return true;
  return stem
    .split(/[\s._-]+/)
    .some((word) => word.length >= 24 || (word.length >= 10 && /\d/.test(word) && /\p{L}/u.test(word)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that isn't an escape belongs to the name
  }
}

/** What of links nothing may quote: user, query and fragment, and with `hidesPaths` their paths too. */
export function secretsOfLinks(links: readonly string[], hidesPaths: boolean): readonly string[] {
  return links.flatMap((link) => [...urlSecrets(link), ...(hidesPaths ? pathSecrets(link) : [])]);
}

interface LinksOfUpload {
  readonly links: readonly string[];
  readonly hidesPaths: boolean;
  /** Ends their use as known secrets. */
  readonly release: () => void;
}

/**
 * Direct links in full, by upload, in memory only. The engine has one for its uploads; main has one so that links
 * survive a crash of the engine's process. No log quotes them until they are forgotten.
 */
export class SecretLinks {
  readonly #uploads = new Map<number, LinksOfUpload>();

  /**
   * A link replaces those that are the same up to the secret part, which may have expired. The others stay. Without
   * `hidesPaths`, paths are hidden if they were before.
   */
  keep(uploadId: number, links: readonly string[], hidesPaths?: boolean): void {
    const before = this.#uploads.get(uploadId);
    const replaced = new Set(links.map((link) => storedLink(link).shown));
    const others = this.of(uploadId).filter((link) => !replaced.has(storedLink(link).shown));
    const all = [...others, ...new Set(links)];
    const hides = hidesPaths ?? before?.hidesPaths ?? false;
    const release = knownSecrets.add(secretsOfLinks(all, hides));
    this.#uploads.set(uploadId, { links: all, hidesPaths: hides, release });
    before?.release();
  }

  of(uploadId: number): readonly string[] {
    return this.#uploads.get(uploadId)?.links ?? [];
  }

  /** When nothing of the upload can be sent any more. */
  forget(uploadId: number): void {
    this.#uploads.get(uploadId)?.release();
    this.#uploads.delete(uploadId);
  }
}
