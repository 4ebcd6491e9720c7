import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** A member as the log vouches for it. */
export interface LoggedMember {
  readonly item: number;
  readonly path: string;
  readonly sizeBytes: number | null;
  readonly sha1: string | null;
  readonly sha256: string | null;
  readonly md5: string | null;
}

const linesLength = 32 * 1024;

/**
 * SHA-256 over the members of a pack by item, each as a line of canonical JSON. The log has one event for a pack, and this
 * for its members.
 */
export class PackMembersDigest {
  readonly #hash = createHash('sha256');
  /** Hashed in a few long texts, not in millions of short ones. */
  #lines = '';
  #count = 0;

  /** Names in the order of canonical JSON. */
  add({ item, path, sha1, sha256, md5, sizeBytes }: LoggedMember): void {
    this.#lines +=
      `{"item":${canonicalJson(item)},"md5":${canonicalJson(md5)},"path":${canonicalJson(path)},` +
      `"sha1":${canonicalJson(sha1)},"sha256":${canonicalJson(sha256)},"sizeBytes":${canonicalJson(sizeBytes)}}\n`;
    this.#count += 1;
    if (this.#lines.length > linesLength) this.#update();
  }

  #update(): void {
    this.#hash.update(this.#lines, 'utf8');
    this.#lines = '';
  }

  get count(): number {
    return this.#count;
  }

  hex(): string {
    this.#update();
    return this.#hash.copy().digest('hex');
  }
}
