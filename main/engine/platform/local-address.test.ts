import dns from 'node:dns';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { guardedLookup, isLocalAddress, isLocalHost } from './local-address.ts';

afterEach(() => void vi.restoreAllMocks());

const hostOf = (address: string) => new URL(address).hostname;

it.each([
  'https://127.0.0.1/p',
  'https://127.1/p',
  'https://127.255.255.254/p',
  'https://0x7f000001/p',
  'https://0x7f.1/p',
  'https://0177.0.0.1/p',
  'https://2130706433/p',
  'https://127.0.0.1./p',
  'https://１２７.０.０.１/p',
  'https://127。0。0。1/p',
  'https://%31%32%37.0.0.1/p',
  'https://[::1]/p',
  'https://[0:0:0:0:0:0:0:1]/p',
  'https://[::ffff:127.0.0.1]/p',
  'https://[::ffff:7f00:1]/p',
  'https://[::ffff:169.254.169.254]/p',
  'https://0.0.0.0/p',
  'https://0/p',
  'https://[::]/p',
  'https://localhost/p',
  'https://LOCALHOST./p',
  'https://files.localhost/p',
  'https://ⓛocalhost/p',
  'https://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/p',
  'https://[fd00:ec2::254]/p',
  'https://[fd00:ec2::23]/p',
  'https://[fd20:ce::254]/p',
  'https://100.100.100.200/latest/meta-data',
  'https://168.63.129.16/p',
  'https://192.0.0.192/p',
  'https://[::127.0.0.1]/p',
  'https://[::169.254.169.254]/p',
  'https://[::ffff:0:127.0.0.1]/p',
  'https://[64:ff9b::127.0.0.1]/p',
  'https://[64:ff9b::a9fe:a9fe]/p',
  'https://[64:ff9b:1::127.0.0.1]/p',
  'https://[64:ff9b:1:7f00:0:100::]/p',
  'https://[2002:7f00:1::1]/p',
  'https://[2002:a9fe:a9fe::]/p',
  'https://[2001:0:7f00:1::]/p',
  'https://[2001:0:c000:201::80ff:fffe]/p',
  'https://files.example@127.0.0.1/p',
  'https://files.example:443@127.0.0.1/p',
])('%s is this computer or its link', (address) => {
  expect(isLocalHost(hostOf(address))).toBe(true);
});

it.each([
  'https://files.example/p',
  'https://127.0.0.1@files.example/p',
  'https://127.0.0.1.files.example/p',
  'https://localhost.files.example/p',
  'https://notlocalhost/p',
  'https://10.0.0.5/p',
  'https://172.16.0.5/p',
  'https://192.168.1.5/p',
  'https://100.64.0.1/p',
  'https://[fd12:3456::1]/p',
  'https://[2001:db8::1]/p',
  'https://128.0.0.1/p',
  // As DNS64 answers on a network that has IPv6 only.
  'https://[64:ff9b::203.0.113.7]/p',
  'https://[2002:cb00:7107::1]/p',
  'https://[::ffff:203.0.113.7]/p',
  'https://[2001:0:cb00:7107::34ff:8ef8]/p',
  'https://100.100.100.201/p',
  'https://1.0.0.127/p',
])('%s is another computer', (address) => {
  expect(isLocalHost(hostOf(address))).toBe(false);
});

it('every address of a network interface is this computer, in any form', () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address, family } of own) {
    const [plain = ''] = address.split('%');
    const forms = family === 'IPv4' ? [plain, `[::ffff:${plain}]`, `[64:ff9b::${plain}]`] : [`[${plain}]`];
    for (const form of forms)
      expect([form, isLocalHost(new URL(`https://${form}/`).hostname)]).toEqual([form, true]);
  }
});

const own = ['192.168.7.20', 'fd12:3456::20', 'fe80::1%eth0'];

it.each([
  ['192.168.7.20', true],
  ['::ffff:192.168.7.20', true],
  ['::192.168.7.20', true],
  ['64:ff9b::c0a8:714', true],
  ['2002:c0a8:714::1', true],
  ['fd12:3456:0:0:0:0:0:20', true],
  ['FD12:3456::20', true],
  ['192.168.7.21', false],
  ['::ffff:192.168.7.21', false],
  ['64:ff9b::192.168.7.21', false],
  ['fd12:3456::21', false],
])('%s on a computer that has 192.168.7.20 and fd12:3456::20: %j', (address, isLocal) => {
  expect(isLocalAddress(address, own)).toBe(isLocal);
});

it('an address with a zone is local', () => {
  expect(isLocalAddress('fe80::1%eth0')).toBe(true);
  expect(isLocalAddress('')).toBe(false);
});

describe('a lookup', () => {
  const asked = (isAllowed: boolean, options: dns.LookupOptions, addresses: readonly string[]) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const answer = options.all === true || !isAllowed ? [found] : [found[0]?.address, found[0]?.family];
    vi.spyOn(dns, 'lookup').mockImplementation(((...args: readonly unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') callback(null, ...answer);
    }) as typeof dns.lookup);
    return new Promise((resolve) => {
      guardedLookup(() => isAllowed)('files.example', options, (error, address) =>
        resolve(error === null ? address : error.code),
      );
    });
  };

  it.each([
    [['127.0.0.1']],
    [['203.0.113.5', '127.0.0.1']],
    [['2001:db8::1', '::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    [['0.0.0.0']],
    [['64:ff9b::7f00:1']],
    [['203.0.113.5', '2002:7f00:1::1']],
    [['100.100.100.200']],
  ])('that leads to %j is refused', async (addresses) => {
    expect(await asked(false, { all: true }, addresses)).toBe('ERR_LOCAL_ADDRESS');
    expect(await asked(false, {}, addresses)).toBe('ERR_LOCAL_ADDRESS');
  });

  it('that leads elsewhere, or may be local, is answered in the form that was asked for', async () => {
    expect(await asked(false, {}, ['10.0.0.5'])).toBe('10.0.0.5');
    expect(await asked(false, { all: true }, ['10.0.0.5'])).toEqual([{ address: '10.0.0.5', family: 4 }]);
    expect(await asked(true, {}, ['127.0.0.1'])).toBe('127.0.0.1');
  });

  it('that fails has its own error', async () => {
    const found = await new Promise((resolve) =>
      guardedLookup(() => false)('files.invalid', {}, (error) => resolve(error?.code)),
    );
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(found);
  });
});
