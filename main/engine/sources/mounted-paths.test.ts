import { expect, test } from 'vitest';
import { mountedPaths } from './mounted-paths.ts';

const mountinfo = [
  '21 1 8:1 / / rw - ext4 /dev/sda1 rw',
  '22 21 8:2 / /data rw - ext4 /dev/sdb1 rw',
  '23 22 8:3 / /data/ev/disk rw - ext4 /dev/sdc1 rw',
  '24 21 8:2 /ev/sub /bs rw - ext4 /dev/sdb1 rw',
  '25 21 8:3 /deep /out rw - ext4 /dev/sdc1 rw',
  '26 21 8:2 /my\\040case /case rw - ext4 /dev/sdb1 rw',
  '27 21 8:9 / /twice rw - ext4 /dev/sdd1 rw',
  '28 27 8:2 /ev/sub /twice rw - ext4 /dev/sdb1 rw',
  '',
].join('\n');

test.each([
  ['of a folder that is bound', '/bs/new', ['/data/ev/sub/new', '/twice/new']],
  ['of the place where it is bound', '/bs', ['/data/ev/sub', '/twice']],
  ['of a place that was mounted over', '/twice/x', ['/data/ev/sub/x', '/bs/x']],
  ['of a volume that is mounted in a source', '/out/x', ['/data/ev/disk/deep/x']],
  ['with a space', '/case/x', ['/data/my case/x']],
  ['of a folder that only begins like one that is bound', '/data/ev/sub-2', []],
  ['of a folder that is mounted once', '/home/bs', []],
])('other paths %s', (_, path, others) => {
  expect(mountedPaths(path, mountinfo)).toEqual(others);
});

test('without a table of mounts there are none', () => {
  expect(mountedPaths('/bs/x', '')).toEqual([]);
});
