import { useEffect } from 'react';
import { navigate } from '../navigation/routes.ts';
import { call } from '../state/bridge.ts';
import { announceMenuItems, onMenuCommand, runMenuItem } from '../state/menu.ts';

/** Carries out menu commands. Keyboard shortcuts are the menu's accelerators, so they arrive here too. */
export function useMenuCommands(uploadingIds: readonly number[], pausedIds: readonly number[]): void {
  // A window that was open before may have left items enabled.
  useEffect(announceMenuItems, []);
  useEffect(
    () =>
      onMenuCommand((command) => {
        switch (command) {
          case 'new-upload':
            return navigate({ kind: 'new-upload', uploadId: null });
          case 'uploads':
          case 'settings':
          case 'sandbox':
          case 'about':
            return navigate({ kind: command });
          case 'pause-all':
            for (const uploadId of uploadingIds) void call('uploads.pause', { uploadId });
            return;
          case 'resume-all':
            for (const uploadId of pausedIds) {
              void call('uploads.start', { uploadId, links: [], held: 'ask' });
            }
            return;
          default:
            return runMenuItem(command);
        }
      }),
    [uploadingIds, pausedIds],
  );
}
