import { expect, test } from 'vitest';
import { pathSecrets, visibleName } from '../../../preload/contract/texts/secret-links.ts';
import { matchLinks } from './links.ts';
import { maskedLink } from './mask-link.ts';

const secret = 'q8Zr2LmX0vTn';
const link = `https://files.example:8443/share/${secret}/disk%201.e01?sig=abc`;

test('a masked link shows host, file name and a fingerprint only', () => {
  const stored = maskedLink(link, 'upload-1');
  expect(stored).toEqual({
    shown: expect.stringMatching(/^https:\/\/files\.example:8443\/…\/disk 1\.e01 \([0-9a-f]{12}\)$/),
    hasSecret: true,
    name: 'disk 1.e01',
  });
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('the fingerprint stays when the signature is renewed, and differs for another path or another upload', () => {
  const { shown } = maskedLink(link, 'upload-1');
  expect(maskedLink(link.replace('abc', 'def'), 'upload-1').shown).toBe(shown);
  expect(maskedLink(link.replace(secret, 'another'), 'upload-1').shown).not.toBe(shown);
  expect(maskedLink(link, 'upload-2').shown).not.toBe(shown);
});

test('links that are entered again are told apart in any order, also only some of them', () => {
  const links = ['a', 'b', 'c'].map((name) => `https://h.example/${name}/disk.e01`);
  const stored = (one: string) => maskedLink(one, 'salt');
  const items = links.map((one, id) => ({ id, link: stored(one).shown }));
  expect([...matchLinks(items, [links[2] ?? '', links[0] ?? ''], stored)]).toEqual([
    [0, links[0]],
    [2, links[2]],
  ]);
});

test.each([
  ['/share/x/disk.e01', 'disk.e01'],
  ['/x/EV-0412%20Volume%202.zip', 'EV-0412 Volume 2.zip'],
  ['/x/Deposition_2024-03-02_Smith.mp4', 'Deposition_2024-03-02_Smith.mp4'],
  ['/x/20240302.zip', '20240302.zip'],
  ['/x/q8Zr2LmX0vTn.zip', null],
  ['/x/3f2504e0-4f89-11d3-9a0c-0305e82c3301.zip', null],
  ['/x/abcdefghijklmnopqrstuvwxyz.zip', null],
  ['/d/q8Zr2LmX0vTn', null],
  ['/d/report', null],
  ['/', null],
  ['/100%.txt', '100%.txt'],
])('the name in %j: %j', (path, expected) => {
  expect(visibleName(path)).toBe(expected);
});

test('what a message may quote of the path is known, but not the visible name', () => {
  const secrets = pathSecrets(link);
  expect(secrets).toContain(secret);
  expect(secrets).toContain(link);
  expect(secrets).not.toContain('disk 1.e01');
  expect(pathSecrets('https://h.example/')).not.toContain('/');
});
