import { expect, it } from 'vitest';
import { success } from '../../../../preload/contract/failures/failure.ts';
import { readPasswords } from './read-passwords.ts';

function read(bytes: Uint8Array) {
  const sources = { readFile: async () => bytes };
  return readPasswords('/evidence/passwords.txt', sources, new AbortController().signal);
}

it('a list of many passwords is read', async () => {
  const passwords = Array.from({ length: 300_000 }, (_, index) => `word${index}`);
  expect(await read(Buffer.from(passwords.join('\n')))).toEqual(success(passwords));
});

it('encoding, byte order mark and line ends are no part of a password, and spaces are', async () => {
  const text = 'grüße\r\n two words \r\n\r\nlast';
  const passwords = ['grüße', ' two words ', 'last'];
  const utf16be = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  const files = {
    utf8: Buffer.from(text),
    'utf8 with a mark': Buffer.from(`\uFEFF${text}`),
    'old Mac line ends': Buffer.from(text.replaceAll('\r\n', '\r')),
    utf16le: Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'utf16le without a mark': Buffer.from(text, 'utf16le'),
    utf16be,
    'utf16be without a mark': utf16be.subarray(2),
    'windows-1252': Buffer.from(text, 'latin1'),
  };
  for (const [name, bytes] of Object.entries(files))
    expect([name, await read(bytes)]).toEqual([name, success(passwords)]);
});

it('a password that is there twice is tried once', async () => {
  expect(await read(Buffer.from('a\nb\na\n'))).toEqual(success(['a', 'b']));
});
