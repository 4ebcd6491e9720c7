import { expect, test } from 'vitest';
import { isLoopbackHost } from './loopback.ts';

test.each(['127.0.0.1', '127.255.255.254', 'localhost', 'LOCALHOST', '::1', '[::1]'])(
  '%s is this computer',
  (hostname) => {
    expect(isLoopbackHost(hostname)).toBe(true);
  },
);

test.each(['http://0x7f.1/', 'http://2130706433/', 'http://127.1/', 'http://[0:0:0:0:0:0:0:1]/'])(
  '%s is this computer once it is parsed',
  (address) => {
    expect(isLoopbackHost(new URL(address).hostname)).toBe(true);
  },
);

test.each([
  '',
  '127.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.256',
  '127.0.0.01',
  '127.0.0',
  '128.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  'localhost.evil.example',
  'notlocalhost',
  '[::2]',
  '[::ffff:127.0.0.1]',
])('%s is another computer', (hostname) => {
  expect(isLoopbackHost(hostname)).toBe(false);
});
