import { expect, it, test } from 'vitest';
import { defaultStateDir } from './state-dir.ts';

test.each([
  ['linux', { XDG_STATE_HOME: '/xdg' }, '/xdg/lading'],
  ['linux', {}, '/home/ada/.local/state/lading'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/ada/.local/state/lading'],
  ['darwin', {}, '/home/ada/Library/Application Support/Lading'],
] as const)('on %s with %o it is %s', (platform, env, expected) => {
  expect(defaultStateDir(platform, env, '/home/ada')).toBe(expected);
});

it('is in the local application data on Windows', () => {
  const path = defaultStateDir('win32', { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' }, 'C:\\Users\\ada');
  expect(path).toMatch(/AppData\\Local.Lading$/);
});
