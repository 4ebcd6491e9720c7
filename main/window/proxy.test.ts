import { describe, expect, it } from 'vitest';
import { isOnThisComputer, manualProxy, proxyFor, proxyFrom } from './proxy.ts';

describe('the proxy of the system', () => {
  it.each([
    ['DIRECT', null],
    ['', null],
    ['PROXY proxy.firm.example:3128', 'http://proxy.firm.example:3128'],
    ['PROXY proxy.firm.example:3128; DIRECT', 'http://proxy.firm.example:3128'],
    ['HTTPS secure.firm.example:443', 'https://secure.firm.example'],
    ['proxy 10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['PROXY [2001:db8::1]:3128', 'http://[2001:db8::1]:3128'],
    ['SOCKS5 socks.firm.example:1080; PROXY p:1', 'http://p:1'],
    ['SOCKS socks.firm.example:1080; DIRECT', null],
  ])('%s is understood', (pac, url) => {
    expect(proxyFrom(pac)).toEqual({ ok: true, value: url });
  });

  it.each(['SOCKS5 socks.firm.example:1080', 'PROXY', 'QUIC q:443'])(
    '%s is refused with a way out, not ignored',
    (pac) => {
      expect(proxyFrom(pac)).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    },
  );
});

describe('a proxy that a person typed', () => {
  it.each(['http://proxy:3128', 'https://proxy.firm.example:443/'])('%s is taken', (url) => {
    expect(manualProxy(url).ok).toBe(true);
  });
  it.each([
    'proxy:3128',
    'socks5://proxy:1080',
    'http://proxy:3128/path',
    'http://proxy:3128/?a=b',
    'http://name:secret@proxy:3128',
    'nonsense',
  ])('%s is refused, and its password is not repeated', (url) => {
    const found = manualProxy(url);
    expect(found.ok).toBe(false);
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

describe('the way to a server', () => {
  const system = async (): Promise<string> => 'PROXY sys:1';

  it('leads through no proxy to this computer', async () => {
    for (const url of ['http://127.0.0.1:4010/', 'http://localhost:1/', 'http://[::1]:1/']) {
      expect(isOnThisComputer(url)).toBe(true);
      expect(await proxyFor(url, { kind: 'manual', url: 'http://p:1' }, system)).toEqual({
        ok: true,
        value: null,
      });
    }
    expect(isOnThisComputer('https://127.evil.example/')).toBe(false);
    expect(isOnThisComputer('https://localhost.evil.example/')).toBe(false);
  });

  it('is what the person chose', async () => {
    const url = 'https://platform.example/';
    expect(await proxyFor(url, { kind: 'none' }, system)).toEqual({ ok: true, value: null });
    expect(await proxyFor(url, { kind: 'manual', url: 'http://p:1' }, system)).toEqual({
      ok: true,
      value: 'http://p:1/',
    });
    expect(await proxyFor(url, { kind: 'system' }, system)).toEqual({ ok: true, value: 'http://sys:1' });
  });
});
