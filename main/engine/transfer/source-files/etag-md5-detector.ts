/**
 * Finds out whether a host's ETags are the MD5 of the part, which the interface doesn't say. Once one ETag equaled the MD5
 * of what was sent, a different one of the same scope means that the part was altered. For one run of one upload: the hosts
 * of one platform prove nothing about another's.
 *
 * A scope is a host and how it encrypts, which may differ from part to part: S3's ETags are MD5s only without KMS and
 * customer keys.
 */
export class EtagMd5Detector {
  readonly #proven = new Set<string>();
  #isTried = false;

  /**
   * Whether the MD5 of one more part may show anything, where the SHA-1 of the whole decides at the end: the first time, and
   * as soon as a host's ETags proved to be MD5s.
   */
  tryAgain(): boolean {
    const isFirst = !this.#isTried;
    this.#isTried = true;
    return isFirst || this.#proven.size > 0;
  }

  compare(scope: string, etag: string, md5: string | undefined): 'matches' | 'differs' | 'unknown' {
    if (md5 === undefined) return 'unknown';
    if (normalizeEtag(etag) === md5) {
      this.#proven.add(scope);
      return 'matches';
    }
    return this.#proven.has(scope) && looksLikeMd5(etag) ? 'differs' : 'unknown';
  }
}

/** `origin` is the part URL's. */
export function etagScopeOf(
  origin: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  const mode = headers['x-amz-server-side-encryption'];
  const customer = headers['x-amz-server-side-encryption-customer-algorithm'];
  return [
    origin,
    ...(typeof mode === 'string' ? [mode] : []),
    ...(typeof customer === 'string' ? ['customer', customer] : []),
  ].join(' ');
}

function looksLikeMd5(etag: string): boolean {
  return /^[0-9a-f]{32}$/.test(normalizeEtag(etag));
}

/** For comparing only: without quotes and the weak mark. ETags are stored and sent back verbatim. */
export function normalizeEtag(etag: string): string {
  return etag
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
}
