import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { endianness } from 'node:os';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { connectionOwner, isOwnUser } from './peer-user.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:211B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 26109 1 0000000000000000 100 0 0 10 0
   1: 0100007F:211B 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000  1000        0 31337 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:D2F0 0100007F:211B 01 00000000:00000000 00:00000000 00000000  1001        0 31338 1 0000000000000000 20 4 30 10 -1
   3: 0200007F:D2F0 0100007F:211B 01 00000000:00000000 00:00000000 00000000  1002        0 31340 1 0000000000000000 20 4 30 10 -1
   4: 0100007F:D2F1 0100007F:211B 05 00000000:00000000 02:00000A5D 00000000     0        0 0 2 0000000000000000 20 4 30 10 -1
   5: 0100007F:D2F2 0100007F:211B 06 00000000:00000000 03:0000026E 00000000     0        0 0 3 0000000000000000
  12: 0100007F:0050 0100007F:211B 01 00000000:00000000 02:00000A5D 00000000     0        0 31339 2 0000000000000000 20 4 30 10 -1
`;
const table6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0000000000000000FFFF00000100007F:D2F3 0000000000000000FFFF00000100007F:211B 01 00000000:00000000 00:00000000 00000000  1003        0 31341 1 0000000000000000 20 4 30 10 -1
`;

test.runIf(endianness() === 'LE').each([
  ['the other end', '127.0.0.1', 0xd2f0, 1001],
  ['another loopback address with the same port', '127.0.0.2', 0xd2f0, 1002],
  ['an end with a small port number', '127.0.0.1', 0x50, 0],
  ['an end that reaches IPv4 through IPv6', '127.0.0.1', 0xd2f3, 1003],
  ['a connection that is not listed', '127.0.0.1', 0x1234, undefined],
  ['an address that is not listed', '127.0.0.3', 0xd2f0, undefined],
  ['an end that was closed, which is listed as the administrator’s', '127.0.0.1', 0xd2f1, undefined],
  ['a connection that has ended', '127.0.0.1', 0xd2f2, undefined],
  ['what is no address', '::1', 0xd2f0, undefined],
])('the owner of %s is known, or said not to be', (_, address, port, owner) => {
  const to = { address: '127.0.0.1', port: 0x211b };
  expect(
    [table, table6].map((each) => connectionOwner(each, { address, port }, to)).find(Number.isInteger),
  ).toBe(owner);
});

test
  .runIf(process.platform === 'linux' && process.getuid?.() === 0)
  .each(['127.0.0.1', '127.0.0.2', '127.255.255.254', '::ffff:127.0.0.1'])(
  'a connection from %s is this user’s or refused, whatever address it comes from',
  async (localAddress) => {
    const answers: boolean[] = [];
    const server = createServer((socket) => {
      // As another user sees it who started the sandbox.
      const real = process.getuid;
      process.getuid = () => 65_534;
      try {
        answers.push(isOwnUser(socket));
      } finally {
        if (real !== undefined) process.getuid = real;
      }
      socket.end('x');
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const host = localAddress.startsWith('::') ? '::ffff:127.0.0.1' : '127.0.0.1';
    const script = `require('net').connect({ host: '${host}', port: ${address.port}, localAddress: '${localAddress}' }).resume()`;
    for (const uid of [65_534, 65_533, 0])
      await promisify(execFile)(process.execPath, ['-e', script], { uid });
    expect(answers).toEqual([true, false, true]);
  },
);
