import { describe, expect, it } from 'vitest';
import { pathSecrets, SecretLinks } from './secret-links.ts';

const id = 1;

describe('links in full', () => {
  it('that are entered again replace those that differ only in the secret part', () => {
    const links = new SecretLinks();
    const [first, other] = ['https://h.example/a.zip?sig=1', 'https://h.example/b.zip?sig=2'];
    links.keep(id, [first, other]);
    links.keep(id, ['https://h.example/a.zip?sig=3']);
    expect(links.of(id)).toEqual([other, 'https://h.example/a.zip?sig=3']);
  });

  it('that differ only in the secret part are all kept, in their original order', () => {
    const links = new SecretLinks();
    const alike = ['https://h.example/get?id=1', 'https://h.example/get?id=2'];
    links.keep(id, alike);
    links.keep(id, []);
    expect(links.of(id)).toEqual(alike);
  });
});

it.each([
  ['', []],
  ['C:\\Windows', ['C:\\Windows']],
  ['not a link', ['not a link']],
])('the secrets of %j, which is no link with a path, are its text', (link, secrets) => {
  expect(pathSecrets(link)).toEqual(expect.arrayContaining(secrets));
});
