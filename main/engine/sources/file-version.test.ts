import { describe, expect, test } from 'vitest';
import {
  formatVersion,
  identityChange,
  isUnchanged,
  parseVersion,
  readingChange,
  versionChange,
} from './file-version.ts';

const hourNs = 3_600_000_000_000n;
/** As FAT keeps it. */
const at = 1_700_000_000_000_000_000n;
const file = { sizeBytes: 5, mtimeNs: at, device: 1n, fileId: 2n, bornNs: at - 5n, ctimeNs: at + 7n };
/** As a scan knows it. */
const { ctimeNs: _ctime, bornNs: _born, ...scanned } = file;

describe('what changed of a file', () => {
  test.each([
    ['nothing', {}, null],
    ['its size', { sizeBytes: 6, mtimeNs: 1n, fileId: 9n }, 'grew'],
    ['its size', { sizeBytes: 4 }, 'shrank'],
    ['its time', { mtimeNs: at + 1n, ctimeNs: at + 9n }, 'modified'],
    ['its change time', { ctimeNs: at + 8n }, 'touched'],
    ['its change time, back', { ctimeNs: at + 6n }, 'touched'],
    ['its time of birth', { bornNs: at - 4n }, 'replaced'],
    ['its ID and its change time', { fileId: 9n, ctimeNs: at + 8n }, 'replaced'],
    ['its device and its change time', { device: 9n, ctimeNs: at + 8n }, 'replaced'],
    ['its ID', { fileId: 9n }, 'renumbered'],
    ['its device', { device: 9n }, 'renumbered'],
    ['every time, by an hour', shifted(hourNs), 'touched'],
    ['every time, back by an hour', shifted(-hourNs), 'touched'],
    ['its time by an hour, its birth by a minute', { ...shifted(hourNs), bornNs: at + 60n }, 'replaced'],
    ['every time, by two hours', shifted(2n * hourNs), 'modified'],
    ['its time by two hours', { mtimeNs: at + 2n * hourNs }, 'modified'],
    ['its time by almost an hour', { mtimeNs: at + hourNs - 1n }, 'modified'],
    ['that birth is not known any longer', { bornNs: 0n }, null],
  ] as const)('%s: %o', (_what, now, kind) => {
    expect(versionChange(file, { ...file, ...now })?.kind ?? null).toBe(kind);
    const old = { ...scanned, sizeBytes: 7 };
    expect(versionChange(old, { ...file, sizeBytes: 8 })).toEqual({ kind: 'grew', fromBytes: 7, toBytes: 8 });
  });

  test('an hour is another time where times are finer than FAT or exFAT keep them', () => {
    const fine = { ...file, mtimeNs: at + 1n };
    expect(versionChange(fine, { ...fine, mtimeNs: fine.mtimeNs + hourNs })).toEqual({ kind: 'modified' });
  });

  test('where the change time stands for the time of birth, a new mode is no new file', () => {
    const before = { ...file, bornNs: file.ctimeNs };
    expect(versionChange(before, { ...before, bornNs: at + 9n, ctimeNs: at + 9n })).toEqual({
      kind: 'touched',
    });
  });

  test('what a scan does not know can not differ', () => {
    expect(versionChange(scanned, { ...file, ctimeNs: 1n, bornNs: 1n })).toBeNull();
  });
});

function shifted(byNs: bigint) {
  const { mtimeNs, bornNs, ctimeNs } = file;
  return { mtimeNs: mtimeNs + byNs, bornNs: bornNs + byNs, ctimeNs: ctimeNs + byNs };
}

test.each([
  ['another device and ID', { device: 9n, fileId: 9n }, null, 'replaced'],
  ['another change time', { ctimeNs: at + 8n }, null, null],
  ['another time of birth', { bornNs: at - 4n }, 'replaced', 'replaced'],
  ['another time', { mtimeNs: at + 1n }, 'modified', 'modified'],
  ['a time that is off by an hour', shifted(hourNs), null, null],
] as const)('%s fails a file between runs: %o, within one: %o', (_what, now, between, within) => {
  expect(identityChange(file, { ...file, ...now }, false)?.kind ?? null).toBe(between);
  expect(identityChange(file, { ...file, ...now }, true)?.kind ?? null).toBe(within);
});

test.each([
  [{}, null],
  [{ ctimeNs: at + 8n }, 'touched'],
  [shifted(hourNs), 'touched'],
  [{ mtimeNs: at + 1n, ctimeNs: at + 8n }, 'modified'],
  [{ fileId: 9n }, 'replaced'],
] as const)('a file changed while it was read: %o → %s', (after, kind) => {
  expect(readingChange(file, { ...file, ...after })?.kind ?? null).toBe(kind);
});

test.each([
  ['as it was', {}, true],
  ['whose time is off by an hour, as after daylight saving', { mtimeNs: at - hourNs }, true],
  ['with another size', { sizeBytes: 6 }, false],
  ['with another time', { mtimeNs: at + 1n }, false],
  [
    'with another time, on a device that was mounted again',
    { mtimeNs: at + 1n, device: 9n, fileId: 9n },
    false,
  ],
  ['of another ID on the same device', { fileId: 9n }, false],
  ['of another device', { device: 9n }, true],
  ['of another ID on another device', { device: 9n, fileId: 9n }, true],
] as const)('a file %s is unchanged since an earlier scan: %o → %s', (_what, now, expected) => {
  expect(isUnchanged(scanned, { ...scanned, ...now })).toBe(expected);
});

test('a file that was created at another time is another one on any device, and so is one that does not tell it any longer', () => {
  const on = (bornNs: bigint) => ({ ...scanned, device: 9n, fileId: 9n, bornNs });
  const before = { ...scanned, bornNs: at };
  expect([at, at + 1n, 0n].map((bornNs) => isUnchanged(before, on(bornNs)))).toEqual([true, false, false]);
});

test('a version is the same after the store kept it', () => {
  expect(parseVersion(formatVersion(file), 5)).toEqual(file);
  expect(parseVersion(null, 5)).toBeNull();
});
