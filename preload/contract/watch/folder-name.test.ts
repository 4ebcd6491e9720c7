import { expect, test } from 'vitest';
import { defaultRuleName, watchedFolderName } from './folder-name.ts';

test.each([
  ['/evidence/inbox', 'inbox'],
  ['/evidence/inbox//', 'inbox'],
  ['/evidence/a\\b', 'a\\b'],
  ['/evidence/ ', 'evidence'],
  ['/', '/'],
  ['C:\\Evidence\\Inbox', 'Inbox'],
  ['C:/Evidence/Inbox/', 'Inbox'],
  ['c:\\', 'c:'],
  ['\\\\server\\share\\', 'share'],
])('%s is called %s', (path, name) => {
  expect(watchedFolderName(path)).toBe(name);
});

test('a rule without a name has that of its folder, within the limit', () => {
  expect(defaultRuleName('/')).toBe('/');
  expect(defaultRuleName(`/evidence/ ${'x'.repeat(99)} y`)).toBe('x'.repeat(99));
});
