import { expect, test } from 'vitest';
import { serviceWords } from '../../../main/engine/platform/schemas.ts';

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

test('words without an address stay as they are', () => {
  const said = 'Why? The cap of 5 datasets (see a@b.example#3) is reached.';
  expect(serviceWords({ title: said })).toBe(said);
});
