import { useEffect, useRef } from 'react';
import type { OfferedCommand } from '../../preload/contract/index.ts';
import { call } from '../state/bridge.ts';
import { onMenu } from '../state/mirror.ts';
import { go } from './route.ts';

const offered = new Map<OfferedCommand, () => void>();
let willTell = false;

/** Once for all that changes with a screen. */
function tellMenu(): void {
  if (willTell) return;
  willTell = true;
  queueMicrotask(() => {
    willTell = false;
    void call('menu.offer', { commands: [...offered.keys()] });
  });
}

/** What the shown screen does when the menu asks for it; null while there is nothing to do, and the item is grey. */
export function useMenuItem(command: OfferedCommand, act: (() => void) | null): void {
  const latest = useRef(act);
  latest.current = act;
  const isOffered = act !== null;
  useEffect(() => {
    if (!isOffered) return;
    const run = (): void => latest.current?.();
    offered.set(command, run);
    tellMenu();
    return () => {
      if (offered.get(command) === run) offered.delete(command);
      tellMenu();
    };
  }, [command, isOffered]);
}

/**
 * What the menu asks for. Its shortcuts (Ctrl+N, Ctrl+F and so on) are the menu's accelerators and arrive here as
 * commands; nothing listens to keys a second time.
 */
export function useMenu(): void {
  // Also where nothing is offered: the menu may still have what a window before this one did.
  useEffect(tellMenu, []);
  useEffect(
    () =>
      onMenu((command) => {
        switch (command) {
          case 'new-upload':
            return go({ kind: 'new-upload', uploadId: null });
          case 'uploads':
          case 'settings':
          case 'sandbox':
          case 'about':
            return go({ kind: command });
          default:
            return offered.get(command)?.();
        }
      }),
    [],
  );
}
