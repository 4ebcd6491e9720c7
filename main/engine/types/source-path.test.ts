import { lstatSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { absolutePath, decodeRaw, fileIdentity, identityKey, joinPath } from './source-path.ts';

const raw = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('names', () => {
  test('valid Unicode becomes text without bytes, whatever the script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeRaw(raw(Buffer.from(text)))).toEqual({ text, bytes: null });
      }),
    );
  });

  test.each([
    ['a U+FFFD that is really there', Buffer.from('\u{fffd}'), '\u{fffd}', false],
    ['a byte order mark', Buffer.from('\u{feff}name'), '\u{feff}name', false],
    ['latin1', Buffer.from('m\xfcller', 'latin1'), 'm%FCller', true],
    ['a lone surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 'a%ED%A0%80', true],
    ['a cut sequence', Buffer.from([0xe2, 0x82]), '%E2%82', true],
  ])('%s', (_what, bytes, text, keepsBytes) => {
    expect(decodeRaw(raw(bytes))).toEqual({ text, bytes: keepsBytes ? new Uint8Array(bytes) : null });
  });

  test('any bytes come back exactly from the path that opens the file', () => {
    const part = fc
      .uint8Array({ minLength: 1, maxLength: 20 })
      .filter((bytes) => !bytes.includes(0x2f) && !bytes.includes(0));
    fc.assert(
      fc.property(part, part, (folderBytes, nameBytes) => {
        const folder = decodeRaw(raw(folderBytes));
        const name = decodeRaw(raw(nameBytes));
        const path = absolutePath('/Wurzel ü', folder.text, folder.bytes, name.text, name.bytes);
        const exact = Buffer.concat([Buffer.from('/Wurzel ü/'), folderBytes, Buffer.from('/'), nameBytes]);
        expect(Buffer.from(path)).toEqual(exact);
        expect(typeof path).toBe(folder.bytes === null && name.bytes === null ? 'string' : 'object');
      }),
    );
  });
});

describe('joining', () => {
  test.each([
    ['/a', '', 'b', '/a/b'],
    ['/a', 'b/c', 'd', '/a/b/c/d'],
    ['/', '', 'b', '/b'],
    ['/', 'b', '', '/b'],
    ['/a', '', '', '/a'],
  ])('%s, %s, %s is %s', (root, folder, name, expected) => {
    expect(absolutePath(root, folder, null, name, null)).toBe(expected);
    expect(absolutePath(root, folder, null, name, Buffer.from(name)).toString()).toBe(expected);
    expect(joinPath(joinPath(root, folder), name)).toBe(expected);
  });
});

test('an identity beyond 63 bits is the number that SQLite would keep', () => {
  const stat = lstatSync('/', { bigint: true });
  stat.ino = 2n ** 64n - 1n;
  stat.dev = 2n ** 63n;
  expect(fileIdentity(stat)).toMatchObject({ fileId: -1n, device: -(2n ** 63n) });
});

test('folders without file IDs are not the same folder', () => {
  expect(identityKey({ device: 5n, fileId: 0n })).toBeNull();
  expect(identityKey({ device: 5n, fileId: 1n })).toBe('5:1');
});
