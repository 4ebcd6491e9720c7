import { useEffect } from 'react';
import { call } from '../state/bridge.ts';
import { onMenu } from '../state/mirror.ts';
import { go } from './route.ts';

const findListeners = new Set<() => void>();

/** A screen with a search answers "Find" by focusing it. */
export function useFind(focus: () => void): void {
  useEffect(() => {
    findListeners.add(focus);
    return () => {
      findListeners.delete(focus);
    };
  }, [focus]);
}

/**
 * What the menu asks for. Its shortcuts (Ctrl+N, Ctrl+F and so on) are the menu's accelerators and arrive here as
 * commands; nothing listens to keys a second time.
 */
export function useMenu(sendingIds: readonly number[], pausedIds: readonly number[]): void {
  useEffect(
    () =>
      onMenu((command) => {
        switch (command) {
          case 'new-upload':
            return go({ kind: 'new-upload', uploadId: null });
          case 'uploads':
          case 'settings':
          case 'about':
            return go({ kind: command });
          case 'find':
            for (const focus of findListeners) focus();
            return;
          case 'pause-all':
            for (const uploadId of sendingIds) void call('uploads.pause', { uploadId });
            return;
          case 'resume-all':
            for (const uploadId of pausedIds) {
              void call('uploads.start', { uploadId, links: [], held: 'ask' });
            }
            return;
        }
      }),
    [sendingIds, pausedIds],
  );
}
