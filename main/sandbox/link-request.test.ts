import dns from 'node:dns';
import { expect, test, vi } from 'vitest';
import { guardedLookup, targetProblem } from './link-request.ts';
import { linkProblems } from './words.ts';

const { localAddress, badRedirect } = linkProblems;
const ownPort = '8475';

test.each([
  ['https://files.example.com/a', null, null],
  ['http://10.0.0.7/a', null, null],
  ['http://127.0.0.1:9000/a', null, null],
  ['http://localhost:9000/a', 'http://127.0.0.1:9001/b', null],
  ['https://files.example.com/a', 'http://127.0.0.1:9001/b', null],
  ['http://127.0.0.1:8475/a', null, localAddress],
  ['http://[::1]:8475/', null, localAddress],
  ['http://localhost.:8475/', 'http://127.0.0.1:9001/b', localAddress],
  ['http://127.0.0.1:9000/a', 'https://files.example.com/a', localAddress],
  ['http://0x7f.1/', 'https://files.example.com/a', localAddress],
  ['http://2130706433/', 'https://files.example.com/a', localAddress],
  ['http://[::ffff:127.0.0.1]/', 'https://files.example.com/a', localAddress],
  ['http://0.0.0.0/', 'https://files.example.com/a', localAddress],
  ['http://app.localhost/', 'https://files.example.com/a', localAddress],
  ['http://169.254.169.254/latest/meta-data', 'https://files.example.com/a', localAddress],
  ['http://[fd00:ec2::254]/latest/meta-data', 'https://files.example.com/a', localAddress],
  ['http://100.100.100.200/', 'https://files.example.com/a', localAddress],
  ['http://[64:ff9b::127.0.0.1]/', 'https://files.example.com/a', localAddress],
  ['http://[2002:7f00:1::1]/', 'https://files.example.com/a', localAddress],
  ['http://[::127.0.0.1]/', 'https://files.example.com/a', localAddress],
  ['file:///etc/passwd', 'https://files.example.com/a', badRedirect],
  ['ftp://files.example.com/a', 'https://files.example.com/a', badRedirect],
  ['javascript:alert(1)', 'https://files.example.com/a', badRedirect],
])('%s after %s', (target, from, problem) => {
  expect(targetProblem(URL.parse(target), ownPort, from === null ? null : new URL(from))).toBe(problem);
});

test('a redirect to nowhere is refused', () => {
  expect(targetProblem(null, ownPort, new URL('https://files.example.com/'))).toBe(badRedirect);
});

test.each([
  ['files.example.com', ['203.0.113.7'], true],
  ['rebound.example.com', ['127.0.0.1'], false],
  ['both.example.com', ['203.0.113.7', '::1'], false],
  ['metadata.example.com', ['169.254.169.254'], false],
  ['translated.example.com', ['64:ff9b::7f00:1'], false],
  ['localhost', ['127.0.0.1'], true],
])('a connection to %s at %j: %j', async (hostname, addresses, isAllowed) => {
  vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
    const done = given.at(-1);
    if (typeof done === 'function')
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
  });
  const error = await new Promise((resolve) => {
    guardedLookup(hostname, { all: true }, (problem) => resolve(problem));
  });
  expect(error === null).toBe(isAllowed);
  vi.restoreAllMocks();
});
