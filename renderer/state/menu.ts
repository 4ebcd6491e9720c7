/** The application menu, as the window takes part in it: commands arrive here, and screens say which ones they offer. */
import { useEffect, useRef } from 'react';
import type { OfferedCommand, WindowCommand } from '../../preload/contract/views/menu.ts';
import { call } from './bridge.ts';

const listeners = new Set<(command: WindowCommand) => void>();

export function onMenuCommand(listener: (command: WindowCommand) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dispatchMenuCommand(command: WindowCommand): void {
  for (const listener of listeners) listener(command);
}

const offered = new Map<OfferedCommand, () => void>();
let announcementQueued = false;

/** Tells main which menu items are enabled: once for everything that changes along with a screen. */
export function announceMenuItems(): void {
  if (announcementQueued) return;
  announcementQueued = true;
  queueMicrotask(() => {
    announcementQueued = false;
    void call('menu.offer', { commands: [...offered.keys()] });
  });
}

export function runMenuItem(command: OfferedCommand): void {
  offered.get(command)?.();
}

/** What the current screen does for a menu item. With null the item is disabled. */
export function useMenuItem(command: OfferedCommand, action: (() => void) | null): void {
  const latest = useRef(action);
  latest.current = action;
  const isOffered = action !== null;
  useEffect(() => {
    if (!isOffered) return;
    const run = (): void => latest.current?.();
    offered.set(command, run);
    announceMenuItems();
    return () => {
      if (offered.get(command) === run) offered.delete(command);
      announceMenuItems();
    };
  }, [command, isOffered]);
}

/** A text field undoes what was typed in it; everywhere else, the screen undoes its last change. */
export function isTextFieldFocused(): boolean {
  return document.activeElement?.matches('input, textarea') === true;
}

export function undoTyping(command: 'undo' | 'redo'): void {
  if (isTextFieldFocused()) document.execCommand(command);
}
