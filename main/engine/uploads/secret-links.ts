import { storedLink } from '../intake/links.ts';
import type { UploadId } from '../types/ids.ts';

/**
 * Direct links in full, in memory only: what follows the path may be a secret, so the store has links without it
 * (platform-interface 5.5).
 */
export class SecretLinks {
  readonly #links = new Map<UploadId, readonly string[]>();

  /** A link replaces those that are the same up to the secret part, which may have expired. The others stay. */
  keep(id: UploadId, links: readonly string[]): void {
    const replaced = new Set(links.map((link) => storedLink(link).shown));
    const others = this.of(id).filter((link) => !replaced.has(storedLink(link).shown));
    this.#links.set(id, [...others, ...new Set(links)]);
  }

  of(id: UploadId): readonly string[] {
    return this.#links.get(id) ?? [];
  }
}
