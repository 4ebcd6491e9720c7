import { knownSecrets, urlSecrets } from './known-secrets.ts';

/** A direct link without what may be a secret in it. */
export interface StoredLink {
  readonly shown: string;
  readonly hasSecret: boolean;
}

/** User, query and fragment may grant access to anyone (platform-interface 5.5), so they are not stored. */
export function storedLink(link: string): StoredLink {
  const url = new URL(link);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { shown, hasSecret: shown !== url.href };
}

/**
 * Direct links in full, by upload, in memory only. The engine has one for its uploads; main has one so that links
 * survive a crash of the engine's process.
 */
export class SecretLinks {
  readonly #links = new Map<number, readonly string[]>();

  /** A link replaces those that are the same up to the secret part, which may have expired. The others stay. */
  keep(uploadId: number, links: readonly string[]): void {
    knownSecrets.add(...links.flatMap((link) => urlSecrets(link)));
    const replaced = new Set(links.map((link) => storedLink(link).shown));
    const others = this.of(uploadId).filter((link) => !replaced.has(storedLink(link).shown));
    this.#links.set(uploadId, [...others, ...new Set(links)]);
  }

  of(uploadId: number): readonly string[] {
    return this.#links.get(uploadId) ?? [];
  }
}
