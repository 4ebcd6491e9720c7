import { create } from 'zustand';
import type { Failure } from '../../preload/contract/failure.ts';
import type { EventData, WindowEvent } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';
import { forgetSpeed, recordSpeed } from './speed.ts';
import { emptyMirror, type Mirror, receive, takeSnapshot, type World } from './world.ts';

interface MirrorState {
  readonly mirror: Mirror;
  /** Why there is no first snapshot. */
  readonly failure: Failure | null;
}

const useMirror = create<MirrorState>(() => ({ mirror: emptyMirror, failure: null }));

export type MenuCommand = EventData<'menu'>['command'];
const menuListeners = new Set<(command: MenuCommand) => void>();

export function onMenu(listener: (command: MenuCommand) => void): () => void {
  menuListeners.add(listener);
  return () => menuListeners.delete(listener);
}

/** Subscribes first and takes the snapshot second, so that nothing falls between the two. Returns the unsubscribing. */
export function connectMirror(): () => void {
  let asking = false;
  let connected = true;

  async function ask(): Promise<void> {
    if (asking || !connected) return;
    asking = true;
    const answer = await call('snapshot', undefined);
    asking = false;
    if (!connected) return;
    if (!answer.ok) {
      useMirror.setState({ failure: answer.failure });
      return;
    }
    const mirror = takeSnapshot(useMirror.getState().mirror, answer.value);
    useMirror.setState({ mirror, failure: null });
    if (mirror.needsSnapshot) void ask();
  }

  const unsubscribe = window.lading.onEvent((event: WindowEvent) => {
    const mirror = receive(useMirror.getState().mirror, event);
    useMirror.setState({ mirror });
    if (event.name === 'progress' && event.data.state === 'uploading')
      recordSpeed(event.data.uploadId, event.data.bytesPerSecond);
    if (event.name === 'upload.removed') forgetSpeed(event.data.uploadId);
    if (event.name === 'menu') for (const listener of menuListeners) listener(event.data.command);
    if (mirror.needsSnapshot) void ask();
  });
  void ask();

  return () => {
    connected = false;
    unsubscribe();
  };
}

/** The world once it is known; screens are only shown when it is. */
export function useWorld<Part>(select: (world: World) => Part): Part {
  return useMirror(({ mirror }) => {
    if (mirror.world === null) throw new Error('a screen was shown before the first snapshot');
    return select(mirror.world);
  });
}

export function useFirstSnapshot(): 'waiting' | 'here' | Failure {
  return useMirror(({ mirror, failure }) => (mirror.world !== null ? 'here' : (failure ?? 'waiting')));
}
