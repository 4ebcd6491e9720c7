import type { WindowCommand } from '../../preload/contract/views/menu.ts';

export interface MenuCommands {
  readonly run: (command: WindowCommand) => void;
  /** The window's page has loaded and handles commands. */
  readonly onWindowReady: () => void;
}

/**
 * Sends the menu's commands to the window. On macOS Lading can run without a window: it is opened, and gets the command
 * when it is ready.
 */
export function createMenuCommands(window: {
  readonly isOpen: () => boolean;
  readonly show: () => void;
  readonly send: (command: WindowCommand) => void;
}): MenuCommands {
  let pending: WindowCommand | null = null;
  return {
    run(command) {
      const wasOpen = window.isOpen();
      window.show();
      if (wasOpen) window.send(command);
      else pending = command;
    },
    onWindowReady() {
      if (pending === null) return;
      const command = pending;
      pending = null;
      window.send(command);
    },
  };
}
