import { describe, expect, test } from 'vitest';
import { isMisuse, networkError } from './network-error.ts';

describe('a network error', () => {
  test.each([
    ['ECONNREFUSED', 'not-sent'],
    ['ENOTFOUND', 'not-sent'],
    ['CERT_HAS_EXPIRED', 'not-sent'],
    ['UND_ERR_CONNECT_TIMEOUT', 'not-sent'],
    ['ECONNRESET', 'broken'],
    ['UND_ERR_SOCKET', 'broken'],
    ['ETIMEDOUT', 'broken'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['SOMETHING_NEW', 'broken'],
  ])('%s is %s', (code, kind) => {
    expect(networkError(Object.assign(new Error('x'), { code })).kind).toBe(kind);
  });

  test('of a name that was never looked up is not sent, whatever its code', () => {
    const error = networkError(Object.assign(new Error('x'), { code: 'EINVAL', syscall: 'getaddrinfo' }));
    expect(error.kind).toBe('not-sent');
  });

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])(
    '%s on an open connection is broken: the request may have reached the server',
    (code) => {
      const kindOf = (syscall: string) => networkError(Object.assign(new Error('x'), { code, syscall })).kind;
      expect([kindOf('connect'), kindOf('read'), kindOf('write')]).toEqual(['not-sent', 'broken', 'broken']);
    },
  );

  test('is distinguished from our own mistakes, which must not be repeated', () => {
    expect(isMisuse(new TypeError('x is undefined'))).toBe(true);
    expect(isMisuse(Object.assign(new Error('odd'), { code: 'UND_ERR_INVALID_ARG' }))).toBe(true);
    expect(isMisuse(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))).toBe(false);
    expect(isMisuse(new Error('cut'))).toBe(false);
  });

  test('while connecting is never sent, and one without a code may have been', () => {
    expect(networkError(Object.assign(new Error('x'), { code: 'ETIMEDOUT', syscall: 'connect' })).kind).toBe(
      'not-sent',
    );
    expect(networkError(new Error('x')).kind).toBe('broken');
    expect(networkError('x').kind).toBe('broken');
  });

  test.each([
    ['ENOTFOUND', 'unknown-host'],
    ['EAI_AGAIN', 'lookup-failed'],
    ['ECONNREFUSED', 'connection-refused'],
    ['UND_ERR_SOCKET', 'connection-reset'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
    ['CERT_HAS_EXPIRED', 'certificate-expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-not-trusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-wrong-host'],
    ['CERT_SIGNATURE_FAILURE', 'certificate-not-trusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls-too-old'],
    ['ERR_PROXY_TIMEOUT', 'proxy-timeout'],
    ['SOMETHING_NEW', 'other'],
  ])('%s is named %s and keeps its code', (code, fault) => {
    const { reason } = networkError(Object.assign(new Error('x'), { code }));
    expect(reason).toEqual({ kind: 'network', fault, code });
  });
});
