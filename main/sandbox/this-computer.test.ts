import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isOfThisComputer, namesThisComputer } from './this-computer.ts';

const here = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  'app.localhost',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '[::1]',
  '[::]',
  '[fe80::a9fe:a9fe]',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::1]',
  '[2002:a9fe:a9fe::]',
  '[::ffff:100.100.100.200]',
];
const elsewhere = [
  'files.example.com',
  'localhost.example.com',
  '127.example.com',
  '128.0.0.1',
  '10.255.3.9',
  '192.168.255.9',
  '203.0.113.7',
  '[64:ff9b::203.0.113.7]',
  '[::ffff:203.0.113.7]',
  '[2002:cb00:7107::1]',
  '[fd00::9]',
  '[2001:db8::1]',
];

test.each([...here.map((host) => [host, true] as const), ...elsewhere.map((host) => [host, false] as const)])(
  '%s: %j',
  (host, isHere) => {
    expect(namesThisComputer(new URL(`http://${host}/`).hostname)).toBe(isHere);
  },
);

test('every address of this computer in its networks is its own, in each form', () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address, family } of own) {
    expect([address, isOfThisComputer(address)]).toEqual([address, true]);
    if (family === 'IPv4') expect(isOfThisComputer(`64:ff9b::${address}`)).toBe(true);
  }
});

test.each([
  ['192.168.7.20', true],
  ['::ffff:192.168.7.20', true],
  ['64:ff9b::c0a8:714', true],
  ['2002:c0a8:714::1', true],
  ['192.168.7.21', false],
  ['::ffff:192.168.7.21', false],
])('%s on a computer that has 192.168.7.20: %j', (address, isOwn) => {
  const lan = {
    address: '192.168.7.20',
    family: 'IPv4' as const,
    netmask: '255.255.255.0',
    mac: '',
    internal: false,
    cidr: '192.168.7.20/24',
  };
  expect(isOfThisComputer(address, { eth0: [lan] })).toBe(isOwn);
});
