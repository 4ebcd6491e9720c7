import { describe, expect, it } from 'vitest';
import { success } from '../../preload/contract/failures/failure.ts';
import { defaultSettings, type Settings } from '../app/settings.ts';
import { networkFor } from './network.ts';

const networkWith = (settings: Settings) =>
  networkFor('https://x/', {
    settings: () => settings,
    resolveProxy: async () => success('http://p:1'),
    systemCertificates: () => 'SYSTEM',
  });

describe('the network to a server', () => {
  it('has the proxy and the system’s certificates, and the organization’s as well', async () => {
    expect(await networkWith(defaultSettings)).toEqual(success({ proxyUrl: 'http://p:1', caPem: 'SYSTEM' }));
    expect(await networkWith({ ...defaultSettings, certificates: 'CHOSEN' })).toEqual(
      success({ proxyUrl: 'http://p:1', caPem: 'SYSTEM\nCHOSEN' }),
    );
  });
});
