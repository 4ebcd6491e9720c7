/** What a failed request says about whether the service may have seen it. */
export interface NetworkFault {
  /** `not-sent`: certainly never reached the service. `broken`: it may have. */
  readonly kind: 'not-sent' | 'broken' | 'timeout';
  /** For people: "ECONNREFUSED", "certificate has expired". */
  readonly words: string;
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
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  // Not TLS at all on the other side.
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);

/** Of the many ways to be reset, the one that Node tells apart by its words alone. */
const resetInHandshake = /before secure TLS connection was established/;

const misuse: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

const timeouts: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

const wordsFor: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the server name is not known',
  EAI_AGAIN: 'the server name cannot be looked up now',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS there',
};

/** Not the network's doing but a bug of ours: repeating it would go on for ever. */
export function isOurMistake(error: unknown): boolean {
  return misuse.has(textField(error, 'code')) || error instanceof TypeError;
}

export function networkFault(error: unknown): NetworkFault {
  const code = textField(error, 'code');
  const words = wordsFor[code] ?? (code === '' ? 'the connection failed' : `the connection failed (${code})`);
  const syscall = textField(error, 'syscall');
  // A lost VPN gives a connection that was open and written to the codes of one that never was (EHOSTUNREACH, ENETDOWN).
  if (syscall === 'read' || syscall === 'write') return { kind: 'broken', words };
  // A name that was never looked up, whatever the code (EINVAL of one that is too long).
  const connecting =
    syscall === 'connect' || syscall === 'getaddrinfo' || resetInHandshake.test(textField(error, 'message'));
  if (connecting || beforeSending.has(code)) return { kind: 'not-sent', words };
  return { kind: timeouts.has(code) ? 'timeout' : 'broken', words };
}

function textField(error: unknown, name: 'code' | 'syscall' | 'message'): string {
  if (typeof error !== 'object' || error === null || !(name in error)) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
