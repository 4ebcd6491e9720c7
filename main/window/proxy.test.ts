import { describe, expect, it } from 'vitest';
import { parseManualProxy } from '../../preload/contract/proxy-url.ts';
import { parsePacResult, resolveProxy } from './proxy.ts';

describe('a PAC result', () => {
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
    expect(parsePacResult(pac)).toEqual({ ok: true, value: url });
  });

  it.each(['SOCKS5 socks.firm.example:1080', 'PROXY', 'QUIC q:443'])('%s is refused, not ignored', (pac) => {
    expect(parsePacResult(pac)).toMatchObject({ ok: false, failure: { code: 'proxy-unsupported' } });
  });
});

describe('a proxy that a person entered', () => {
  it.each(['http://proxy:3128', 'https://proxy.firm.example:443/'])('%s is accepted', (url) => {
    expect(parseManualProxy(url).ok).toBe(true);
  });
  it.each([
    'proxy:3128',
    'socks5://proxy:1080',
    'http://proxy:3128/path',
    'http://proxy:3128/?a=b',
    'http://name:secret@proxy:3128',
    'nonsense',
  ])('%s is refused, and its password is not repeated', (url) => {
    const result = parseManualProxy(url);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});

describe('the proxy for a server', () => {
  const system = async (): Promise<string> => 'PROXY sys:1';

  it('is none for this computer', async () => {
    for (const url of ['http://127.0.0.1:4010/', 'http://localhost:1/', 'http://[::1]:1/']) {
      expect(await resolveProxy(url, { kind: 'manual', url: 'http://p:1' }, system)).toEqual({
        ok: true,
        value: null,
      });
    }
    for (const url of ['https://127.evil.example/', 'https://localhost.evil.example/']) {
      expect(await resolveProxy(url, { kind: 'system' }, system)).toEqual({
        ok: true,
        value: 'http://sys:1',
      });
    }
  });

  it('is what the person chose', async () => {
    const url = 'https://platform.example/';
    expect(await resolveProxy(url, { kind: 'none' }, system)).toEqual({ ok: true, value: null });
    expect(await resolveProxy(url, { kind: 'manual', url: 'http://p:1' }, system)).toEqual({
      ok: true,
      value: 'http://p:1/',
    });
    expect(await resolveProxy(url, { kind: 'system' }, system)).toEqual({ ok: true, value: 'http://sys:1' });
  });
});
