import type { UploadId } from '../types/ids.ts';

/**
 * Direct links in full, in memory only: what follows the path may be a secret, so the store has links without it
 * (platform-interface 5.5).
 */
export class SecretLinks {
  readonly #links = new Map<UploadId, readonly string[]>();

  /** Replaces those of the upload; an empty list changes nothing. */
  keep(id: UploadId, links: readonly string[]): void {
    if (links.length > 0) this.#links.set(id, links);
  }

  of(id: UploadId): readonly string[] {
    return this.#links.get(id) ?? [];
  }
}
