import { expect, it } from 'vitest';
import { checkWebAddresses, isWebAddress } from './web-address.ts';

it.each([
  ['https://host.example/f.zip', true],
  ['HTTP://host.example', true],
  ['https:/host.example/f.zip', false],
  ['https:host.example/f.zip', false],
  [' https://host.example', false],
  ['ftp://host.example/f.zip', false],
  ['host.example/f.zip', false],
  ['https://', false],
])('%s is a web address: %s', (link, expected) => {
  expect(isWebAddress(link)).toBe(expected);
});

it('a malformed link is named by its position and never repeated', () => {
  const links = ['https://h/x?sig=SECRET', 'https:/h/x?sig=SECRET'];
  expect(checkWebAddresses(links)).toEqual({ ok: false, failure: { code: 'link-malformed', position: 2 } });
  expect(checkWebAddresses(links.slice(0, 1))).toEqual({ ok: true, value: links.slice(0, 1) });
});
