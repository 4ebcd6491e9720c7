/**
 * Finds out whether a host's ETags are the MD5 of the part, which the interface doesn't say. Once one ETag equaled the MD5
 * of what was sent, a different one from that host means that the part was altered. For one run of one upload: the hosts
 * of one platform prove nothing about another's.
 */
export class EtagMd5Detector {
  readonly #proven = new Set<string>();

  /** `host` is the part URL's origin. */
  compare(host: string, etag: string, md5: string | undefined): 'matches' | 'differs' | 'unknown' {
    if (md5 === undefined) return 'unknown';
    if (normalizeEtag(etag) === md5) {
      this.#proven.add(host);
      return 'matches';
    }
    return this.#proven.has(host) && looksLikeMd5(etag) ? 'differs' : 'unknown';
  }

  get isProven(): boolean {
    return this.#proven.size > 0;
  }
}

export function looksLikeMd5(etag: string): boolean {
  return /^[0-9a-f]{32}$/.test(normalizeEtag(etag));
}

/** For comparing only: without quotes and the weak mark. ETags are stored and sent back verbatim. */
export function normalizeEtag(etag: string): string {
  return etag
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
}
