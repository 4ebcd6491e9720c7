import { expect, test } from 'vitest';
import { connectionOwner } from './peer-user.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:211B 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 26109 1 0000000000000000 100 0 0 10 0
   1: 0100007F:211B 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000  1000        0 31337 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:D2F0 0100007F:211B 01 00000000:00000000 00:00000000 00000000  1001        0 31338 1 0000000000000000 20 4 30 10 -1
  12: 0100007F:0050 0100007F:211B 01 00000000:00000000 02:00000A5D 00000000     0        0 31339 2 0000000000000000 20 4 30 10 -1
`;

test.each([
  ['the other end', 0xd2f0, 0x211b, 1001],
  ['this end', 0x211b, 0xd2f0, 1000],
  ['an end with a small port number', 0x50, 0x211b, 0],
  ['a connection that is not listed', 0x1234, 0x211b, undefined],
])('the owner of %s is known', (_, from, to, owner) => {
  expect(connectionOwner(table, from, to)).toBe(owner);
});
