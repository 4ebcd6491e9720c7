import { describe, expect, it } from 'vitest';
import { knownSecrets } from './known-secrets.ts';
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

  it('are known secrets until they are replaced or forgotten', () => {
    const links = new SecretLinks();
    const isKnown = (secret: string) => knownSecrets.removeFrom(secret) !== secret;
    const [first, second] = ['the-first-signature', 'the-second-signature'];
    links.keep(id, [`https://h.example/hidden-folder/a.zip?sig=${first}`], true);
    expect([first, 'hidden-folder'].map(isKnown)).toEqual([true, true]);
    links.keep(id, [`https://h.example/hidden-folder/a.zip?sig=${second}`]);
    expect([first, second, 'hidden-folder'].map(isKnown)).toEqual([false, true, true]);
    links.forget(id);
    expect([second, 'hidden-folder'].map(isKnown)).toEqual([false, false]);
  });
});

it.each([
  ['', []],
  ['C:\\Windows', ['C:\\Windows']],
  ['not a link', ['not a link']],
])('the secrets of %j, which is no link with a path, are its text', (link, secrets) => {
  expect(pathSecrets(link)).toEqual(expect.arrayContaining(secrets));
});
