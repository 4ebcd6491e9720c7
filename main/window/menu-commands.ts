import type { MenuCommand } from './menu.ts';

export interface MenuCommands {
  readonly carry: (command: MenuCommand) => void;
  /** The window listens now. */
  readonly heard: () => void;
}

/** Brings the menu's commands to the window. On macOS Lading goes on without one: what opens it waits until it listens. */
export function menuCommands(window: {
  readonly isOpen: () => boolean;
  readonly show: () => void;
  readonly send: (command: MenuCommand) => void;
}): MenuCommands {
  let waiting: MenuCommand | null = null;
  return {
    carry(command) {
      const wasOpen = window.isOpen();
      window.show();
      if (wasOpen) window.send(command);
      else waiting = command;
    },
    heard() {
      if (waiting === null) return;
      const command = waiting;
      waiting = null;
      window.send(command);
    },
  };
}
