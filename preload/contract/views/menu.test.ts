import { expect, test } from 'vitest';
import { menuItems, offeredCommands, shortcutsOn, windowCommands } from './menu.ts';

test.each([
  ['linux', 'Ctrl+Shift+N', 'Ctrl+Shift+Z', 'F1'],
  ['win32', 'Ctrl+Shift+N', 'Ctrl+Y', 'F1'],
  ['darwin', '⇧⌘N', '⇧⌘Z', 'F1'],
])('keys on %s are written as its menus write them', (platform, folder, redo, guide) => {
  const keys = new Map(shortcutsOn(platform).flatMap((group) => group.map((one) => [one.label, one.keys])));
  const shown = ['New Watched Folder', 'Redo', 'User Guide'].map((label) => keys.get(label));
  expect(shown).toEqual([folder, redo, guide]);
});

test.each(['linux', 'win32', 'darwin'])('no two commands have the same keys on %s', (platform) => {
  const keys = shortcutsOn(platform).flatMap((group) => group.map((one) => one.keys));
  expect(keys.length).toBeGreaterThan(20);
  expect(new Set(keys).size).toBe(keys.length);
});

test('each command is of the window, of a screen, or of main', () => {
  expect(windowCommands).toContain('new-upload');
  expect(windowCommands).toEqual(expect.arrayContaining([...offeredCommands]));
  const inMain = Object.keys(menuItems).filter((name) => !windowCommands.some((one) => one === name));
  expect(inMain).toEqual(['pause-all', 'resume-all']);
});
