import { describe, expect, test } from 'vitest';
import {
  compareRoots,
  judgeRoot,
  mayBeAnotherRoot,
  type RootFacts,
  rootRetryDelayMs,
} from './root-availability.ts';

const steady: RootFacts = {
  rootErrno: null,
  root: { isSame: true, isRenumbered: false, isSameBirth: false },
  isSameDevice: true,
  file: { errno: null },
  others: [],
};
const renumbered = { isSame: null, isRenumbered: true, isSameBirth: false };
const otherBirth = { isSame: false, isRenumbered: false, isSameBirth: false };
const sameBirth = { isSame: true, isRenumbered: false, isSameBirth: true };
const available = { kind: 'available', isRemounted: expect.any(Boolean) };
const away = (reason: object) => ({ kind: 'away', reason });
const io = { errno: 'EIO' };

describe('a root is away', () => {
  test.each<[string, Partial<RootFacts>, object]>([
    ['if nothing is at its path', { rootErrno: 'ENOENT' }, { kind: 'missing' }],
    ['if a file is in the place of a folder above it', { rootErrno: 'ENOTDIR' }, { kind: 'missing' }],
    ['if the share is gone', { rootErrno: 'ESTALE' }, { kind: 'unreadable', errno: 'ESTALE' }],
    ['if the share does not answer', { rootErrno: 'NO_ANSWER' }, { kind: 'not-answering' }],
    [
      'if it answers from a cache, but no file can be read',
      { file: { errno: 'NO_ANSWER' }, others: ['unreadable', 'unreadable'] },
      { kind: 'not-answering' },
    ],
    [
      'if its ticket is gone',
      { rootErrno: 'EACCES', file: { errno: 'EACCES' } },
      { kind: 'unreadable', errno: 'EACCES' },
    ],
    [
      'if only the bare mount point is left',
      { root: renumbered, isSameDevice: false, others: ['missing', 'missing'] },
      { kind: 'replaced' },
    ],
    [
      'if the mount point is on the same device, as with bind mounts',
      { root: renumbered, others: ['missing'] },
      { kind: 'replaced' },
    ],
    [
      'if another volume is in its place',
      { root: renumbered, isSameDevice: false, others: [] },
      { kind: 'replaced' },
    ],
    [
      'if another volume has its numbers, or it was emptied, and no birth can tell',
      { others: ['missing', 'missing'] },
      { kind: 'replaced' },
    ],
    [
      'if another root with its numbers is certainly there, without its only file',
      { root: otherBirth, others: ['missing'] },
      { kind: 'replaced' },
    ],
    [
      'if another root with its numbers is certainly there, in which one file can’t be read',
      { root: otherBirth, others: ['missing', 'unreadable'] },
      { kind: 'replaced' },
    ],
    [
      'if the volume below it that held the file is unmounted',
      { isSameDevice: false, others: ['missing'] },
      { kind: 'replaced' },
    ],
    [
      'if no other file can be read either',
      { file: io, others: ['unreadable', 'missing'] },
      { kind: 'unreadable', errno: 'EIO' },
    ],
    [
      'if no other place of its only file can be read either',
      { file: io, others: ['unreadable'] },
      { kind: 'unreadable', errno: 'EIO' },
    ],
  ])('%s', (_, facts, reason) => {
    expect(judgeRoot({ ...steady, ...facts })).toEqual(away(reason));
  });
});

describe('a root is available, so the file itself is at fault', () => {
  test.each<[string, Partial<RootFacts>]>([
    ['if its only file was deleted', { others: ['missing'] }],
    ['if the file was deleted, and another one can’t be read', { others: ['missing', 'unreadable'] }],
    [
      'if it was mounted again with other numbers, and the file was deleted',
      { root: renumbered, isSameDevice: false, others: ['missing', 'as-scanned'] },
    ],
    [
      'if it is the one that was scanned, although all of its files changed',
      { root: sameBirth, others: ['missing', 'missing'] },
    ],
    ['if another root has its numbers, and one of its files', { root: otherBirth, others: ['as-scanned'] }],
    ['if the scan did not record its numbers', { root: null, others: ['missing'] }],
    ['if other files can be read', { file: io, others: ['unreadable', 'as-scanned'] }],
    ['if the permission of its only file was removed', { file: { errno: 'EACCES' } }],
  ])('%s', (_, facts) => {
    expect(judgeRoot({ ...steady, ...facts })).toEqual(available);
  });
});

describe('a file of an available root', () => {
  const delays = (errno: string | null): readonly (number | null)[] => {
    const found: (number | null)[] = [];
    for (let attempts = 1; found.at(-1) !== null; attempts += 1)
      found.push(rootRetryDelayMs({ errno }, attempts));
    return found;
  };
  test('is tried again for a minute while a program has it locked', () => {
    expect(delays('EBUSY')).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, null]);
  });
  test('is tried again a few times after an error of the device', () => {
    expect(delays('EIO')).toEqual([1000, 2000, 4000, null]);
  });
  test('never fails for not answering, but is tried ever more rarely', () => {
    const after = (attempts: number) => rootRetryDelayMs({ errno: 'NO_ANSWER' }, attempts);
    expect([1, 2, 9, 10, 1000].map(after)).toEqual([2_000, 4_000, 512_000, 600_000, 600_000]);
  });
  test('is looked for twice', () => {
    expect(delays(null)).toEqual([0, null]);
  });
  test.each(['EACCES', 'EPERM', 'ENAMETOOLONG', 'ELOOP', 'EISDIR', 'EINVAL'])(
    'fails at once after %s',
    (errno) => {
      expect(delays(errno)).toEqual([null]);
    },
  );
});

const root = {
  device: 1n,
  fileId: 2n,
  bornNs: 1_700_000_000_000_000_000n,
  ctimeNs: 1_700_000_000_000_005_000n,
};
const { bornNs, ctimeNs } = root;
const hourNs = 3_600_000_000_000n;
const in1980 = 315_532_800_000_000_000n;

/** `as`: which of these agree with the root that was there. */
test.each<[string, Partial<typeof root>, boolean | null, as: string]>([
  ['as it was', {}, true, 'numbers, birth'],
  ['in which files were added', { ctimeNs: ctimeNs + 1n }, true, 'numbers, birth'],
  ['with another file ID', { fileId: 3n, bornNs: bornNs + 1n }, false, ''],
  ['with another file ID, of unknown age', { fileId: 3n, bornNs: 0n }, false, ''],
  ['of a volume without stable IDs', { fileId: 3n }, null, 'birth'],
  ['of a volume that was mounted again', { device: 7n }, true, 'birth'],
  ['of a share that was mounted again', { device: 7n, bornNs: 0n }, null, ''],
  ['of a volume without stable IDs that was mounted again', { device: 7n, fileId: 3n }, null, 'birth'],
  ['of another volume', { device: 7n, bornNs: bornNs + 1n }, false, ''],
  ['of another volume with other IDs', { device: 7n, fileId: 3n, bornNs: bornNs + 1n }, false, ''],
  ['of another volume with the number of the one before', { bornNs: bornNs + 1n }, false, 'numbers'],
  [
    'whose volume gives the time at which it was mounted',
    { bornNs: ctimeNs + 1n, ctimeNs: ctimeNs + 1n },
    null,
    'numbers',
  ],
  ['of a FAT volume after a change to daylight saving', { bornNs: bornNs + hourNs }, true, 'numbers'],
  ['whose time of birth is not known any longer', { bornNs: 0n }, true, 'numbers'],
])('a root %s is compared', (_, changes, isSame, as) => {
  const now = { ...root, ...changes };
  const found = compareRoots(root, now);
  expect(mayBeAnotherRoot(root, now)).toBe(isSame === false || !as.includes('numbers'));
  expect(found).toEqual({
    isSame,
    isRenumbered: !as.includes('numbers'),
    isSameBirth: as.includes('birth'),
  });
});

test('a change time in place of a time of birth says nothing of a root, and no more does the first day of FAT', () => {
  const before = { ...root, bornNs: ctimeNs };
  expect(compareRoots(before, { ...before, bornNs: ctimeNs + 1n, ctimeNs: ctimeNs + 1n }).isSame).toBe(true);
  const fat = { ...root, bornNs: in1980 };
  expect(compareRoots(fat, fat)).toEqual({ isSame: true, isRenumbered: false, isSameBirth: false });
  expect(compareRoots(fat, { ...fat, device: 7n }).isSame).toBeNull();
});
