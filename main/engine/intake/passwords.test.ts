import { expect, it } from 'vitest';
import { success } from '../../../preload/contract/failure.ts';
import { readPasswords } from './passwords.ts';

it('a list of many passwords is read', async () => {
  const passwords = Array.from({ length: 300_000 }, (_, index) => `word${index}`);
  const sources = { readText: async () => passwords.join('\n') };
  const read = await readPasswords('/evidence/passwords.txt', sources, new AbortController().signal);
  expect(read).toEqual(success(passwords));
});
