import tls from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';

/** How this computer reaches the platform and the part hosts. */
export interface NetworkAccess {
  /** An HTTP proxy; null or undefined for a direct connection. */
  readonly proxyUrl?: string | null | undefined;
  /** Certificates to trust in addition to the default ones, PEM. */
  readonly caPem?: string | null | undefined;
}

const connectTimeoutMs = 10_000;

/** A proxy tunnels: it sees host names, but no key and no evidence that is sent over TLS. */
export function createDispatcher(
  { proxyUrl, caPem }: NetworkAccess,
  options: Agent.Options = {},
): Dispatcher {
  const trusted = caPem ? { ca: [...tls.getCACertificates('default'), caPem] } : {};
  if (proxyUrl)
    return new ProxyAgent({
      ...options,
      uri: proxyUrl,
      requestTls: { timeout: connectTimeoutMs, ...trusted },
      proxyTls: { timeout: connectTimeoutMs, ...trusted },
    });
  return new Agent({
    ...options,
    connect: { timeout: connectTimeoutMs, autoSelectFamily: true, ...trusted },
  });
}
