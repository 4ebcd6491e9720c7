import { useEffect } from 'react';
import { navigate } from '../navigation/routes.ts';
import { announceMenuItems, onMenuCommand, runMenuItem, undoTyping } from '../state/menu.ts';
import { clearWatchSetup } from '../state/watch-setup-form.ts';

/** Carries out menu commands. Keyboard shortcuts are the menu's accelerators, so they come here too. */
export function useMenuCommands(): void {
  // A window that was open before may have left items enabled.
  useEffect(announceMenuItems, []);
  useEffect(
    () =>
      onMenuCommand((command) => {
        switch (command) {
          case 'new-upload':
            return navigate({ kind: 'new-upload', uploadId: null });
          case 'new-watched-folder':
            clearWatchSetup();
            return navigate({ kind: 'watch-setup', ruleId: null, step: 'folder' });
          case 'billing':
            return navigate({ kind: 'billing', databaseId: null });
          case 'databases':
            return navigate({ kind: 'databases', list: 'databases' });
          case 'organization':
            return navigate({ kind: 'organization', tab: 'members' });
          case 'uploads':
          case 'watched-folders':
          case 'verify':
          case 'directories':
          case 'settings':
          case 'sandbox':
            return navigate({ kind: command });
          case 'help':
            return navigate({ kind: 'help', page: null, section: null });
          case 'shortcuts':
          case 'about':
            return navigate({ kind: 'help', page: command, section: null });
          case 'undo':
          case 'redo':
            return undoTyping(command);
          default:
            return runMenuItem(command);
        }
      }),
    [],
  );
}
