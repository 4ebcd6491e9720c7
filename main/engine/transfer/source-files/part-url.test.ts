import { expect, test } from 'vitest';
import { parsePartUrl } from './part-url.ts';

test.each([
  ['https://review.example/', 'https://files.example/p?sig=1', null],
  ['https://review.example/', 'https://127.0.0.1@files.example/p', null],
  // A firm's own object store.
  ['https://review.example/', 'https://10.0.0.5/p', null],
  ['https://review.example/', 'https://[fd12::5]/p', null],
  ['https://review.example/', 'part 1', 'part-url-malformed'],
  ['https://review.example/', 'http://files.example/p', 'part-url-insecure'],
  ['https://review.example/', 'http://review.example/p', 'part-url-insecure'],
  ['https://review.example/', 'ftp://files.example/p', 'part-url-insecure'],
  ['https://review.example/', 'file:///etc/passwd', 'part-url-insecure'],
  ['https://review.example/', 'http://127.0.0.1:8080/p', 'part-url-local'],
  ['https://review.example/', 'https://127.0.0.1/p', 'part-url-local'],
  ['https://review.example/', 'https://2130706433/p', 'part-url-local'],
  ['https://review.example/', 'https://localhost./p', 'part-url-local'],
  ['https://review.example/', 'https://[::ffff:127.0.0.1]/p', 'part-url-local'],
  ['https://review.example/', 'https://files.example@127.0.0.1/p', 'part-url-local'],
  ['https://review.example/', 'https://169.254.169.254/latest', 'part-url-local'],
  // A platform on this computer.
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:9090/p', null],
  ['http://127.0.0.1:8080/', 'http://localhost:9090/p', null],
  ['https://localhost/', 'https://127.0.0.1/p', null],
  ['http://127.0.0.1:8080/', 'http://files.example/p', 'part-url-insecure'],
  ['https://169.254.7.7/', 'https://169.254.7.7/p', null],
])('of the platform %s: %s is refused for: %s', (platform, address, code) => {
  const url = parsePartUrl(address, platform);
  expect(url.ok ? null : url.failure.code).toBe(code);
});
