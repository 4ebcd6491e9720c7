/** To which servers an API key may be sent where nobody names one: it must not reach a server that it isn't for. Pure. */

interface OnServer {
  readonly serverUrl: string;
  readonly keyId: string;
}

/**
 * Whether the key with this ID may be sent to a server. One that uploads in this data folder were sent with is for their
 * servers. Another one is new: it may be for any, so `unfinished` has to be all on one.
 */
export function mayGetKey(
  keyId: string,
  serverUrl: string,
  all: readonly OnServer[],
  unfinished: readonly Pick<OnServer, 'serverUrl'>[],
): boolean {
  const isThere = (upload: Pick<OnServer, 'serverUrl'>): boolean => isSameServer(upload.serverUrl, serverUrl);
  const withKey = all.filter((upload) => upload.keyId === keyId);
  return withKey.length > 0 ? withKey.some(isThere) : unfinished.every(isThere);
}

/** One address can be written in several ways. */
export function isSameServer(a: string, b: string): boolean {
  const first = normalizedUrl(a);
  return first !== undefined && first === normalizedUrl(b);
}

function normalizedUrl(url: string): string | undefined {
  return URL.parse(url)?.href.replace(/\/+$/, '');
}
