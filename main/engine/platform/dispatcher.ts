import type { LookupFunction } from 'node:net';
import tls from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

/** How this computer reaches the platform and the part hosts. */
export interface NetworkAccess {
  /** An HTTP proxy; null or undefined for a direct connection. */
  readonly proxyUrl?: string | null | undefined;
  /** Certificates to trust in addition to the default ones, PEM. */
  readonly caPem?: string | null | undefined;
}

/** For name lookup, TCP and TLS; and the same again for a proxy's CONNECT and the TLS inside the tunnel. */
const defaultConnectMs = 10_000;

/** A connection that something on the way has dropped silently would lose the next answer. */
const maxIdleMs = 15_000;

/** Said for every connection: otherwise the environment decides (NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0 in NODE_OPTIONS). */
const verified = {
  rejectUnauthorized: true,
  minVersion: 'TLSv1.2',
  checkServerIdentity: tls.checkServerIdentity,
} as const;

/** The only way to reach a server: every certificate and host name is verified. `lookup` is for direct connections: a proxy
 * looks names up itself, and may be on this computer. A proxy tunnels: it sees host names, but no key and no evidence that is sent over TLS. */
export function createHttpDispatcher(
  { proxyUrl, caPem }: NetworkAccess,
  { lookup, ...settings }: Agent.Options & { readonly lookup?: LookupFunction } = {},
  connectMs = defaultConnectMs,
): Dispatcher {
  const options = { keepAliveMaxTimeout: maxIdleMs, ...settings };
  const tlsOptions = caPem ? { ...verified, ca: [...tls.getCACertificates('default'), caPem] } : verified;
  if (proxyUrl)
    return new ProxyAgent({
      ...options,
      uri: proxyUrl,
      requestTls: { timeout: connectMs, ...tlsOptions },
      proxyTls: { timeout: connectMs, ...tlsOptions },
      factory: (origin, { connect, ...rest }: Pool.Options) =>
        new Pool(origin, {
          ...rest,
          ...(typeof connect === 'function' ? { connect: withDeadline(connect, 2 * connectMs) } : {}),
        }),
    });
  return new Agent({
    ...options,
    connect: {
      timeout: connectMs,
      autoSelectFamily: true,
      ...(lookup === undefined ? {} : { lookup }),
      ...tlsOptions,
    },
  });
}

/** No byte of a request was sent yet. */
class ConnectError extends Error {
  readonly code: string;
  readonly syscall = 'connect';

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** undici sets no limit to a proxy's answer to CONNECT, and a request that waits for a connection can't be aborted. */
function withDeadline(connect: buildConnector.connector, timeoutMs: number): buildConnector.connector {
  return (options, callback) => {
    const deadline = new AbortController();
    let isSettled = false;
    const fail = (error: ConnectError): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      callback(error, null);
    };
    const timer = setTimeout(() => {
      fail(new ConnectError('The proxy opened no connection', 'ERR_PROXY_TIMEOUT'));
      // Ends the CONNECT that is still open.
      deadline.abort();
    }, timeoutMs);
    connect(Object.assign({ signal: deadline.signal }, options), (...[error, socket]) => {
      if (error !== null) return fail(connectErrorOf(error));
      if (isSettled) return void socket.on('error', () => undefined).destroy();
      isSettled = true;
      clearTimeout(timer);
      callback(null, socket);
    });
  };
}

function connectErrorOf(error: Error): ConnectError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return new ConnectError(
    error.message,
    code === 'UND_ERR_CONNECT_TIMEOUT' ? 'ERR_PROXY_TIMEOUT' : code,
    error,
  );
}
