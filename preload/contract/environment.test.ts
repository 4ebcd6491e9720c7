import { describe, expect, it } from 'vitest';
import { childEnvironment, takeEnvironment } from './environment.ts';

/** Never empty: Electron would pass on its whole environment instead. */
const always = { NODE_TLS_REJECT_UNAUTHORIZED: '1' };
const systems = ['linux', 'darwin', 'win32'] as const;

describe.each(systems)('the environment of a child on %s', (system) => {
  it.each([
    'LADING_API_KEY',
    'lading_api_key',
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'NODE_OPTIONS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'NODE_EXTRA_CA_CERTS',
    'NODE_USE_ENV_PROXY',
    'NODE_V8_COVERAGE',
    'SSL_CERT_FILE',
    'SSLKEYLOGFILE',
    'OPENSSL_CONF',
    'HTTPS_PROXY',
    'https_proxy',
    'ELECTRON_RUN_AS_NODE',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'LC_SECRET=1',
    'xLC_ALL',
  ])('has no %s', (name) => {
    expect(childEnvironment(system, { [name]: 'secret' })).toEqual(always);
  });

  it.each(['TMPDIR', 'TEMP', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE', 'npm_command'])('keeps %s', (name) => {
    expect(childEnvironment(system, { [name]: 'x', OTHER: 'y' })).toEqual({ ...always, [name]: 'x' });
  });
});

it.each([
  ['linux', 'HOME', true],
  ['linux', 'Home', false],
  ['linux', 'LD_LIBRARY_PATH', true],
  ['linux', 'PATH', false],
  ['darwin', 'LOGNAME', true],
  ['darwin', 'DYLD_LIBRARY_PATH', false],
  ['win32', 'SystemRoot', true],
  ['win32', 'Path', true],
  ['win32', 'USERPROFILE', true],
  ['win32', 'USERDOMAIN', true],
  ['freebsd', 'HOME', true],
  ['freebsd', 'PATH', false],
] as const)('%s: %s is kept: %s', (system, name, kept) => {
  expect(childEnvironment(system, { [name]: 'x' })).toEqual(kept ? { ...always, [name]: 'x' } : always);
});

it('leaves out a name without a value', () => {
  expect(childEnvironment('linux', { HOME: undefined })).toEqual(always);
});

it('takes the key and what turns off verification out of the process’s own environment', () => {
  const own = { LADING_API_KEY: 'k', Lading_Api_Key: 'k', NODE_TLS_REJECT_UNAUTHORIZED: '0', HOME: '/h' };
  const all = { ...own };
  expect(takeEnvironment(own)).toEqual(all);
  expect(own).toEqual({ HOME: '/h' });
});
