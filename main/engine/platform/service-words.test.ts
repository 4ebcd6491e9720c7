import { expect, test } from 'vitest';
import { serviceWords } from './schemas.ts';

test.each([
  [
    'The link https://box.example/disk.e01?token=opensesame does not answer.',
    'The link https://box.example/disk.e01?… does not answer.',
  ],
  ['Not fetched: "https://box.example/a#opensesame".', 'Not fetched: "https://box.example/a?…".'],
  ['See HTTPS://me:opensesame@box.example/a', 'See HTTPS://box.example/a'],
  [
    'https://a.example/1?opensesame, http://b.example/2?opensesame',
    'https://a.example/1?… http://b.example/2?…',
  ],
])('what may let anyone in does not get through with the service’s words: %s', (said, shown) => {
  expect(serviceWords({ title: said, status: 400 })).toBe(shown);
  expect(serviceWords({ message: said, status: 404 })).toBe(shown);
});

const secrets = {
  apiKey: 'p.id.opensesame',
  passwords: ['correct', 'correct horse', 'a"b\\c', 'pw', '$&.*', '(a)-[b]/{c}|^?+'],
};

test.each([
  ['“correct horse” and correct open nothing', '“[password]” and [password] open nothing'],
  ['In {"passwords":["a\\"b\\\\c"]} is a"b\\c', 'In {"passwords":["[password]"]} is [password]'],
  ['The key p.id.opensesame is odd', 'The key [API key] is odd'],
  ['$&.* is no password', '[password] is no password'],
  ['Is (a)-[b]/{c}|^?+ one?', 'Is [password] one?'],
  // As part of a word it would only tell itself.
  ['pw: no such pwd', '[password]: no such pwd'],
])('neither the key nor a password is read in the service’s words: %s', (title, shown) => {
  expect(serviceWords({ title }, secrets)).toBe(shown);
});

test('a password is not half read where long words are cut', () => {
  const title = `${'x'.repeat(295)} correct horse`;
  expect(serviceWords({ title }, secrets)).not.toContain('corr');
});

test('words without an address stay as they are', () => {
  const said = 'Why? The cap of 5 datasets (see a@b.example#3) is reached.';
  expect(serviceWords({ title: said })).toBe(said);
});
