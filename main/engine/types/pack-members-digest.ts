import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from './canonical-json.ts';

/** A member as the log vouches for it. */
export interface LoggedMember extends JsonObject {
  readonly item: number;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha1: string | null;
}

/**
 * SHA-256 over the members of a pack by item, each as a line of canonical JSON. The log has one event for a pack, and this
 * for its members.
 */
export class PackMembersDigest {
  readonly #hash = createHash('sha256');
  #count = 0;

  add(member: LoggedMember): void {
    this.#hash.update(`${canonicalJson(member)}\n`, 'utf8');
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  hex(): string {
    return this.#hash.copy().digest('hex');
  }
}
