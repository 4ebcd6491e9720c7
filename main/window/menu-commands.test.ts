import { expect, it } from 'vitest';
import { createMenuCommands } from './menu-commands.ts';

it('a menu command reaches an open window at once, and a new one when it is ready, each time once', () => {
  const log: string[] = [];
  let isOpen = true;
  const commands = createMenuCommands({
    isOpen: () => isOpen,
    show: () => {
      log.push('show');
      isOpen = true;
    },
    send: (command) => log.push(command),
  });
  commands.run('uploads');
  commands.onWindowReady();
  expect(log.splice(0)).toEqual(['show', 'uploads']);
  isOpen = false;
  commands.run('new-upload');
  expect(log).toEqual(['show']);
  commands.onWindowReady();
  commands.onWindowReady();
  expect(log).toEqual(['show', 'new-upload']);
});
