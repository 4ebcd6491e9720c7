import { expect, test } from 'vitest';
import { platformMessageOf } from './envelopes.ts';
import { redactPlatformMessage, redactUrl } from './redact.ts';

test.each([
  [
    'The link https://box.example/disk.e01?token=opensesame does not answer.',
    'The link https://box.example/disk.e01?… does not answer.',
  ],
  ['Not fetched: "https://box.example/a#opensesame".', 'Not fetched: "https://box.example/a?…".'],
  ['See HTTPS://me:opensesame@box.example/a', 'See HTTPS://box.example/a'],
  [
    'https://a.example/1?opensesame, http://b.example/2?opensesame',
    'https://a.example/1?…, http://b.example/2?…',
  ],
])('a secret in a URL is removed from the platform’s message: %s', (said, shown) => {
  expect(platformMessageOf({ title: said, status: 400 })).toBe(shown);
  expect(platformMessageOf({ message: said, status: 404 })).toBe(shown);
});

const secrets = {
  apiKey: 'p.id.opensesame',
  passwords: ['correct', 'correct horse', 'a"b\\c', 'pw', '$&.*', '(a)-[b]/{c}|^?+'],
};

test.each([
  ['“correct horse” and correct open nothing', '“■■■” and ■■■ open nothing'],
  ['In {"passwords":["a\\"b\\\\c"]} is a"b\\c', 'In {"passwords":["■■■"]} is ■■■'],
  ['The key p.id.opensesame is odd', 'The key ■■■ is odd'],
  ['$&.* is no password', '■■■ is no password'],
  ['Is (a)-[b]/{c}|^?+ one?', 'Is ■■■ one?'],
  // Cut out of a longer word, it would reveal itself.
  ['pw: no such pwd', '■■■: no such pwd'],
])('the key and passwords are removed from the platform’s message: %s', (title, shown) => {
  expect(redactPlatformMessage(title, secrets)).toBe(shown);
});

test('half a password is not left where a long message is cut', () => {
  const title = `${'x'.repeat(295)} correct horse`;
  expect(redactPlatformMessage(title, secrets)).not.toContain('corr');
});

test('a message without a URL stays unchanged', () => {
  const said = 'Why? The cap of 5 datasets (see a@b.example#3) is reached.';
  expect(redactPlatformMessage(said)).toBe(said);
});

test.each([
  ['https://files.example/p/1?X-Signature=hush#hush', 'https://files.example/p/1'],
  ['https://ada:hush@files.example:99/p', 'https://files.example:99/p'],
  ['not an address?hush', 'not an address'],
  ['//ada:hush@x/y?hush', '//x/y'],
  ['data:text/plain,hush', 'data:…'],
])('%s is shown without user, query and fragment', (address, shown) => {
  expect(redactUrl(address)).toBe(shown);
});
