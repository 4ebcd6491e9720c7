/**
 * Whether a host's ETags are the MD5 of the part is not in the interface; it is found out. Once one ETag was equal to the
 * MD5 of what was sent, a different one from that host means that other bytes arrived. For one run of one upload: what
 * one platform's hosts do proves nothing of another's.
 */
export class EtagMd5Detector {
  readonly #proven = new Set<string>();

  /** `host` is the part URL's origin. */
  judge(host: string, etag: string, md5: string | undefined): 'fits' | 'differs' | 'says-nothing' {
    if (md5 === undefined) return 'says-nothing';
    if (normalizeEtag(etag) === md5) {
      this.#proven.add(host);
      return 'fits';
    }
    return this.#proven.has(host) && looksLikeMd5(etag) ? 'differs' : 'says-nothing';
  }

  get anyProven(): boolean {
    return this.#proven.size > 0;
  }
}

export function looksLikeMd5(etag: string): boolean {
  return /^[0-9a-f]{32}$/.test(normalizeEtag(etag));
}

/** ETags are kept and sent back verbatim; quotes and the weak mark are dropped for comparing alone. */
export function normalizeEtag(etag: string): string {
  return etag
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
}
