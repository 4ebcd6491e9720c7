/** Which proxy to use for a server, in the form that the engine takes. Pure. */
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { parseManualProxy } from '../../preload/contract/proxy-url.ts';
import { isLoopbackHost } from '../../preload/contract/views/loopback.ts';
import type { Preferences } from '../../preload/contract/views/views.ts';

/** The first usable entry of a PAC result ("PROXY proxy.firm:3128; DIRECT"): a URL, or null for a direct connection. */
export function parsePacResult(pac: string): Result<string | null> {
  const entries = pac
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [keyword = '', host = ''] = entry.split(/\s+/);
    if (keyword.toUpperCase() === 'DIRECT') return success(null);
    const scheme = schemes[keyword.toUpperCase()];
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${host}`);
    if (url !== null && url.hostname !== '' && url.pathname === '/') return success(url.origin);
  }
  return entries.length === 0 ? success(null) : failure('proxy-unsupported', { entries });
}

const schemes: Readonly<Record<string, string | undefined>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
};

export async function resolveProxy(
  serverUrl: string,
  wanted: Preferences['proxy'],
  resolveSystemProxy: (url: string) => Promise<string>,
): Promise<Result<string | null>> {
  const url = URL.parse(serverUrl);
  // A proxy can't reach a server on this computer.
  if (url !== null && isLoopbackHost(url.hostname)) return success(null);
  switch (wanted.kind) {
    case 'none':
      return success(null);
    case 'manual':
      return parseManualProxy(wanted.url);
    case 'system':
      return url === null ? success(null) : parsePacResult(await resolveSystemProxy(serverUrl));
  }
}
