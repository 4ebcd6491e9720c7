import { expect, test } from 'vitest';
import { mayGetKey } from './key-server.ts';

const [here, there] = ['https://here.example/', 'https://there.example/'];
const sent = (serverUrl: string, keyId: string) => ({ serverUrl, keyId });

test('a key that was used is for the servers that it was used with', () => {
  const all = [sent(here, 'ours'), sent(there, 'theirs')];
  expect(mayGetKey('ours', 'https://here.example', all, all)).toBe(true);
  expect(mayGetKey('ours', there, all, all)).toBe(false);
  // However many uploads to the other one are all that is left.
  expect(mayGetKey('ours', there, all, [sent(there, 'theirs')])).toBe(false);
});

test('a new key may be for the only server of what is unfinished, and for none of several', () => {
  const all = [sent(here, 'ours'), sent(there, 'theirs')];
  expect(mayGetKey('new', here, all, [sent(here, 'ours')])).toBe(true);
  expect(mayGetKey('new', here, all, all)).toBe(false);
});
