import { expect, it } from 'vitest';
import { menuCommands } from './menu-commands.ts';

it('a command of the menu reaches the window at once, or when the one it opened listens, and once', () => {
  const did: string[] = [];
  let isOpen = true;
  const commands = menuCommands({
    isOpen: () => isOpen,
    show: () => {
      did.push('shown');
      isOpen = true;
    },
    send: (command) => did.push(command),
  });
  commands.carry('uploads');
  commands.heard();
  expect(did.splice(0)).toEqual(['shown', 'uploads']);
  isOpen = false;
  commands.carry('new-upload');
  expect(did).toEqual(['shown']);
  commands.heard();
  commands.heard();
  expect(did).toEqual(['shown', 'new-upload']);
});
