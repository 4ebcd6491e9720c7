import { describe, expect, it } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import type { NetworkFault, WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import { checkConnect, failedField, networkAdvice, remediesFor } from './connect-check.ts';

describe('a connection form', () => {
  const draft = {
    name: 'Harrow',
    serverUrl: 'https://review.example.com',
    apiKey: 'a.b.c',
    acceptPlaintext: false,
  };

  it('has no problems when it is complete', () => {
    expect(checkConnect(draft, 'keychain')).toEqual({});
    expect(checkConnect({ ...draft, serverUrl: 'http://127.0.0.1:4400' }, 'keychain')).toEqual({});
  });

  it.each([
    ['name', { name: ' ' }],
    ['serverUrl', { serverUrl: '' }],
    ['serverUrl', { serverUrl: 'review.example.com' }],
    ['serverUrl', { serverUrl: 'http://review.example.com' }],
    ['serverUrl', { serverUrl: 'http://127.0.0.1.example.com' }],
    ['serverUrl', { serverUrl: 'https://a.b.c@review.example.com' }],
    ['serverUrl', { serverUrl: 'https://review.example.com/?key=a.b.c' }],
    ['serverUrl', { serverUrl: 'https://review.example.com/#/login' }],
    ['serverUrl', { serverUrl: `https://${'long.'.repeat(51)}example` }],
    ['apiKey', { apiKey: ' ' }],
  ])('reports a problem at the field %s: %j', (field, change) => {
    expect(Object.keys(checkConnect({ ...draft, ...change }, 'keychain'))).toEqual([field]);
  });

  it('requires consent where the key would be stored unencrypted', () => {
    expect(Object.keys(checkConnect(draft, 'plaintext'))).toEqual(['consent']);
    expect(checkConnect({ ...draft, acceptPlaintext: true }, 'plaintext')).toEqual({});
  });
});

describe('a failed connection', () => {
  const operation = 'GetCurrentUser';
  const unreachable = (reason: WaitReason) =>
    failure('unreachable', { host: 'review.example.com', operation, reason }).failure;
  const networkFault = (fault: NetworkFault) => unreachable({ kind: 'network', fault, code: '' });
  const keyRefused = failure('key-refused', { operation, status: 401 }).failure;

  it('is shown at the field it is about', () => {
    expect(failedField(keyRefused)).toBe('apiKey');
    expect(failedField(failure('server-url-insecure', { url: 'http://a.example' }).failure)).toBe(
      'serverUrl',
    );
    expect(failedField(networkFault('unknown-host'))).toBeNull();
  });

  it.each<[string, ReturnType<typeof remediesFor>, Parameters<typeof remediesFor>[0]]>([
    ['a refused key', ['replace-key'], keyRefused],
    ['no key', ['replace-key'], failure('key-missing').failure],
    ['an unreadable key', ['replace-key'], failure('key-unreadable').failure],
    ['a platform that cannot be reached', ['check', 'network'], networkFault('connect-timeout')],
    ['a port without TLS', ['check'], networkFault('not-tls')],
    [
      'an account without rights',
      ['check', 'replace-key'],
      failure('forbidden', { operation, status: 403 }).failure,
    ],
    [
      'a damaged profile',
      ['import-profile'],
      failure('profile-invalid', { path: '/p.json', problems: [], more: 0 }).failure,
    ],
    [
      'a deleted profile',
      ['import-profile', 'check'],
      failure('profile-missing', { path: '/p.json' }).failure,
    ],
    ['another server', ['check'], failure('not-the-platform', { url: 'https://review.example.com' }).failure],
  ])('with %s offers what helps', (_, remedies, failed) => {
    expect(remediesFor(failed)).toEqual(remedies);
  });

  it.each<[string, ReturnType<typeof networkAdvice>, Parameters<typeof networkAdvice>[0]]>([
    ['an untrusted certificate', 'certificate', networkFault('certificate-not-trusted')],
    ['an expired certificate', 'certificate', networkFault('certificate-expired')],
    ['no answer', 'proxy', networkFault('connect-timeout')],
    ['a server error', 'proxy', unreachable({ kind: 'status', status: 503 })],
    ['a port without TLS', null, networkFault('not-tls')],
    ['a refused key', null, keyRefused],
  ])('with %s leads to the advice %j', (_, advice, failed) => {
    expect(networkAdvice(failed)).toBe(advice);
  });
});
