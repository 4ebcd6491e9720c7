import { expect, test } from 'vitest';
import { storedLink } from '../../../preload/contract/texts/secret-links.ts';
import { checkLinks, matchLinks } from './links.ts';

test('a stored link has no part that may be a secret', () => {
  expect(storedLink('https://host.example/a/b.pst')).toEqual({
    shown: 'https://host.example/a/b.pst',
    hasSecret: false,
  });
  for (const link of [
    'https://host.example/a/b.pst?sig=secret',
    'https://user:secret@host.example/a/b.pst',
    'https://host.example/a/b.pst#secret',
  ])
    expect(storedLink(link)).toEqual({ shown: 'https://host.example/a/b.pst', hasSecret: true });
});

test('links that differ only in their secrets are matched to items in order', () => {
  const items = [
    { id: 1, link: 'https://h.example/get' },
    { id: 2, link: 'https://h.example/other' },
    { id: 3, link: 'https://h.example/get' },
  ];
  const links = matchLinks(items, ['https://h.example/get?n=1', 'https://h.example/get?n=2'], storedLink);
  expect([...links]).toEqual([
    [1, 'https://h.example/get?n=1'],
    [3, 'https://h.example/get?n=2'],
  ]);
});

test('links that are ambiguous are not matched', () => {
  const items = [
    { id: 1, link: 'https://h.example/get' },
    { id: 2, link: 'https://h.example/get' },
  ];
  expect([...matchLinks(items, ['https://h.example/get?n=2'], storedLink)]).toEqual([]);
});

test.each(['ftp://h.example/a', 'file:///etc/passwd', 'h.example/a', ''])(
  '%j is not a web address',
  (link) => {
    expect(checkLinks(['https://h.example/a', link], storedLink)).toMatchObject({
      failure: { code: 'link-malformed', position: 2 },
    });
  },
);

test('the same link twice is refused, without showing its secret', () => {
  const checked = checkLinks(
    ['https://h.example/a?sig=secret', 'https://h.example/a?sig=secret'],
    storedLink,
  );
  expect(checked).toMatchObject({ ok: false, failure: { code: 'link-duplicate' } });
  expect(JSON.stringify(checked)).not.toContain('secret');
  expect(checkLinks(['https://h.example/a?n=1', 'https://h.example/a?n=2'], storedLink).ok).toBe(true);
});
