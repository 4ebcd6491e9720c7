/**
 * Which servers may be asked about links. On the command line, a link is a person's own act. A link from the window may be
 * a script's: before the first request, a person confirms the server in a system dialog, and private networks are never asked.
 */
import { isPrivateHost } from '../platform/private-address.ts';
import type { LinkHostRepository } from '../store/uploads/link-host-repository.ts';

export type LinkHosts = 'any' | Pick<LinkHostRepository, 'isConfirmed'>;

/** Why a server isn't asked; null if it may be. */
export function refusedHost(url: URL, hosts: LinkHosts): 'private-address' | 'host-not-confirmed' | null {
  if (hosts === 'any') return null;
  if (isPrivateHost(url.hostname)) return 'private-address';
  return hosts.isConfirmed(url.origin) ? null : 'host-not-confirmed';
}

/** The servers that a person must confirm before they are asked, each once. What isn't an address of a server isn't either. */
export function hostsToConfirm(
  origins: readonly string[],
  hosts: Pick<LinkHostRepository, 'isConfirmed'>,
): readonly string[] {
  const urls = origins.map((origin) => URL.parse(origin)).filter((url) => url !== null);
  const needed = urls.filter(
    (url) => /^https?:$/.test(url.protocol) && refusedHost(url, hosts) === 'host-not-confirmed',
  );
  return [...new Set(needed.map(({ origin }) => origin))];
}
