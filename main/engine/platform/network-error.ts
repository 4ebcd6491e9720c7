import type { NetworkFault, WaitReason } from '../../../preload/contract/views/wait-reason.ts';

/** A request without an answer. */
export interface NetworkError {
  /** `not-sent`: it certainly never reached the server. `broken` and `timeout`: it may have. */
  readonly kind: 'not-sent' | 'broken' | 'timeout';
  readonly reason: Extract<WaitReason, { readonly kind: 'network' | 'no-answer' }>;
}

/** Failures that come before the first byte of a request is written. */
const beforeSending: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ERR_LOCAL_ADDRESS',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  // Both sides find no version or cipher that they share.
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
  // The other side does not speak TLS.
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);

/** undici identifies a refused CONNECT only by its message. */
const refusedByProxy = /^Proxy response \((\d+)\) !== 200/;

/** Node identifies this kind of reset only by its message. */
const resetInHandshake = /before secure TLS connection was established/;

const misuse: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

const timeouts: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

const faults: Readonly<Record<string, NetworkFault>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'lookup-failed',
  EAI_FAIL: 'lookup-failed',
  ERR_LOCAL_ADDRESS: 'local-address',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  UND_ERR_SOCKET: 'connection-reset',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'answer-timeout',
  UND_ERR_BODY_TIMEOUT: 'answer-cut-off',
  ERR_PROXY_TIMEOUT: 'proxy-timeout',
  UND_ERR_PRX_CONN: 'connection-reset',
  UND_ERR_PRX_TLS: 'certificate-wrong-host',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-not-trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-not-trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-not-trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-not-trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-not-trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-not-trusted',
  CERT_SIGNATURE_FAILURE: 'certificate-not-trusted',
  CERT_CHAIN_TOO_LONG: 'certificate-not-trusted',
  CERT_REVOKED: 'certificate-not-trusted',
  CERT_UNTRUSTED: 'certificate-not-trusted',
  CERT_REJECTED: 'certificate-not-trusted',
  INVALID_CA: 'certificate-not-trusted',
  INVALID_PURPOSE: 'certificate-not-trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-wrong-host',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls-too-old',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'tls-too-old',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': 'tls-too-old',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not-tls',
};

/** A bug, not a network fault: retries would never end. */
export function isMisuse(error: unknown): boolean {
  return misuse.has(textField(error, 'code')) || error instanceof TypeError;
}

export function networkError(error: unknown): NetworkError {
  const code = textField(error, 'code');
  const proxyStatus = refusedByProxy.exec(textField(error, 'message'))?.[1];
  if (proxyStatus !== undefined)
    return { kind: 'not-sent', reason: { kind: 'network', fault: 'proxy-refused', code: proxyStatus } };
  const reason = { kind: 'network', fault: faults[code] ?? 'other', code } as const;
  const syscall = textField(error, 'syscall');
  // A lost VPN gives an open connection the codes of one that never was (EHOSTUNREACH, ENETDOWN).
  if (syscall === 'read' || syscall === 'write') return { kind: 'broken', reason };
  // A name that could not be looked up, whatever the code (EINVAL for one that is too long).
  const connecting =
    syscall === 'connect' || syscall === 'getaddrinfo' || resetInHandshake.test(textField(error, 'message'));
  if (connecting || beforeSending.has(code)) return { kind: 'not-sent', reason };
  return { kind: timeouts.has(code) ? 'timeout' : 'broken', reason };
}

function textField(error: unknown, name: 'code' | 'syscall' | 'message'): string {
  if (typeof error !== 'object' || error === null || !(name in error)) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
