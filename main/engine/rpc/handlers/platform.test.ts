import { expect, test } from 'vitest';
import { PageLinks } from './platform.ts';

const link = 'https://review.example/gateway/v1/users?after=5';

test('a token continues the list that it was given for, and no other', () => {
  const links = new PageLinks();
  const token = links.add('users of 7', link);
  expect(links.find('users of 7', token)).toBe(link);
  expect(links.find('users of 8', token)).toBeNull();
  expect(new PageLinks().find('users of 7', token)).toBeNull();
});

test('a token is no address, and the same link has the same one', () => {
  const links = new PageLinks();
  const token = links.add('users', link);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(links.add('users', link)).toBe(token);
  expect(links.add('users', `${link}0`)).not.toBe(token);
  expect(links.find('users', link)).toBeNull();
});

test('of many links, those that were used last are kept', () => {
  const links = new PageLinks();
  const [first, second] = [links.add('a', link), links.add('b', link)];
  links.add('a', link);
  for (let index = 0; index < 999; index += 1) links.add('other', String(index));
  expect(links.find('a', first)).toBe(link);
  expect(links.find('b', second)).toBeNull();
});
