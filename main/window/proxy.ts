/** What the system says about the way to a server, in the form the engine understands. Pure. */
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { Preferences } from '../../preload/contract/views.ts';

/**
 * The first usable entry of a PAC answer ("PROXY proxy.firm:3128; DIRECT"): a URL, or null for a direct connection.
 */
export function proxyFrom(pac: string): Result<string | null> {
  const entries = pac
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [kind = '', place = ''] = entry.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return success(null);
    const scheme = schemes[kind.toUpperCase()];
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${place}`);
    if (url !== null && url.hostname !== '' && url.pathname === '/') return success(url.origin);
  }
  if (entries.length === 0) return success(null);
  return failure(
    'bad-input',
    `The proxy of this computer (${entries.join('; ')}) is of a kind that Lading cannot use. Enter an HTTP proxy in Settings.`,
  );
}

const schemes: Readonly<Record<string, string | undefined>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
};

/** An HTTP proxy that the person typed. */
export function manualProxy(text: string): Result<string> {
  const url = URL.parse(text);
  const isHttp = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (!isHttp || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return failure('bad-input', 'The proxy must look like http://host:port.');
  }
  if (url.username !== '' || url.password !== '') {
    return failure(
      'bad-input',
      'The proxy must be given without user name and password: Lading has no safe place for them.',
    );
  }
  return success(url.href);
}

/** A proxy cannot reach what runs on this computer. */
export function isOnThisComputer(serverUrl: string): boolean {
  const host = URL.parse(serverUrl)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export async function proxyFor(
  serverUrl: string,
  wanted: Preferences['proxy'],
  ofSystem: (url: string) => Promise<string>,
): Promise<Result<string | null>> {
  if (isOnThisComputer(serverUrl)) return success(null);
  switch (wanted.kind) {
    case 'none':
      return success(null);
    case 'manual':
      return manualProxy(wanted.url);
    case 'system':
      return URL.canParse(serverUrl) ? proxyFrom(await ofSystem(serverUrl)) : success(null);
  }
}
