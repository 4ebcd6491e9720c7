import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { isEncryptedOrLocal } from '../../../../preload/contract/views/loopback.ts';
import { isLocalHost } from '../../platform/local-address.ts';

/**
 * Whether a part host may be this computer or its link: only if the platform is there too. Otherwise a platform could have
 * evidence written to a service of this computer.
 */
export function mayBeLocal(hostname: string, platformUrl: string): boolean {
  const platform = new URL(platformUrl).hostname;
  return hostname === platform || isLocalHost(platform);
}

/** Fails if evidence may not be sent there. Pure. */
export function parsePartUrl(text: string, platformUrl: string): Result<URL> {
  const url = URL.parse(text);
  if (url === null) return failure('part-url-malformed');
  const origin = `${url.protocol}//${url.host}`;
  if (!isEncryptedOrLocal(url)) return failure('part-url-insecure', { origin });
  if (isLocalHost(url.hostname) && !mayBeLocal(url.hostname, platformUrl))
    return failure('part-url-local', { origin });
  return success(url);
}
