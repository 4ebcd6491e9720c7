import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { isPrivateAddress, isPrivateHost, publicLookup } from './private-address.ts';

const hostOf = (address: string) => new URL(address).hostname;

it.each([
  'https://127.0.0.1/p',
  'https://0x7f.1/p',
  'https://localhost/p',
  'https://files.localhost./p',
  'https://169.254.169.254/p',
  'https://10.0.0.5/p',
  'https://167772165/p',
  'https://172.16.0.5/p',
  'https://172.31.255.255/p',
  'https://192.168.1.5/p',
  'https://100.64.0.1/p',
  'https://239.255.255.250/p',
  'https://255.255.255.255/p',
  'https://[::1]/p',
  'https://[::ffff:192.168.1.5]/p',
  'https://[::192.168.1.5]/p',
  'https://[64:ff9b::10.0.0.5]/p',
  'https://[64:ff9b::127.0.0.1]/p',
  'https://[64:ff9b:1::a00:5]/p',
  'https://[::ffff:0:192.168.1.5]/p',
  'https://[2002:c0a8:105::1]/p',
  'https://[2001:0:4136:e378::1]/p',
  'https://[fd12:3456::1]/p',
  'https://[fec0::1]/p',
  'https://[ff02::1]/p',
  'https://intranet/p',
  'https://router.local/p',
  'https://NAS.HOME.ARPA/p',
  'https://build.corp.internal./p',
])('%s is in a private network', (address) => {
  expect(isPrivateHost(hostOf(address))).toBe(true);
});

it.each([
  'https://files.example/p',
  'https://10.0.0.5.files.example/p',
  'https://internal.example/p',
  'https://172.32.0.1/p',
  'https://100.128.0.1/p',
  'https://192.169.1.5/p',
  'https://8.8.8.8/p',
  'https://[2001:db8::1]/p',
  'https://[2606:4700::1]/p',
  'https://[64:ff9b::8.8.8.8]/p',
])('%s is not', (address) => {
  expect(isPrivateHost(hostOf(address))).toBe(false);
});

it('every address that this computer has is one, whatever network it is in', () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address } of own) expect([address, isPrivateAddress(address)]).toEqual([address, true]);
});

it('a name that leads to this computer is refused by its lookup', async () => {
  for (const all of [true, false]) {
    const found = await new Promise((resolve) =>
      publicLookup('localhost', { all }, (error, address) => resolve(error?.code ?? address)),
    );
    expect(found).toBe('ERR_PRIVATE_ADDRESS');
  }
});
