import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import { defaultSettings, type Settings } from '../app/settings.ts';
import { networkFor } from './network.ts';

const networkWith = (settings: Settings) =>
  networkFor('https://x/', {
    settings: () => settings,
    resolveProxy: async () => success('http://p:1'),
    readCaFile: async (path) =>
      path === '/ca.pem' ? success('CHOSEN') : failure('certificate-unreadable', { path, errno: 'ENOENT' }),
    systemCertificates: () => 'SYSTEM',
  });

describe('the network to a server', () => {
  it('has the proxy and the system’s certificates, and the chosen file as well', async () => {
    expect(await networkWith(defaultSettings)).toEqual(success({ proxyUrl: 'http://p:1', caPem: 'SYSTEM' }));
    expect(await networkWith({ ...defaultSettings, caFile: '/ca.pem' })).toEqual(
      success({ proxyUrl: 'http://p:1', caPem: 'SYSTEM\nCHOSEN' }),
    );
  });

  it('names a chosen certificate file that is gone, instead of connecting without it', async () => {
    expect(await networkWith({ ...defaultSettings, caFile: '/gone.pem' })).toEqual(
      failure('certificate-unreadable', { path: '/gone.pem', errno: 'ENOENT' }),
    );
  });
});
