import { create } from 'zustand';
import type { Failure } from '../../preload/contract/failures/failure.ts';
import type { WindowEvent } from '../../preload/contract/index.ts';
import {
  type AppState,
  initialSyncState,
  receiveEvent,
  receiveSnapshot,
  type SyncState,
} from './app-state.ts';
import { call } from './bridge.ts';
import { dispatchDirectoryProgress } from './directory-progress.ts';
import { dispatchMenuCommand } from './menu.ts';
import { dispatchVerifyProgress } from './receipt-verification.ts';
import { forgetSpeed, recordSpeed } from './speed-history.ts';

interface StoreState {
  readonly sync: SyncState;
  /** Why there is no first snapshot. */
  readonly failure: Failure | null;
}

const useStore = create<StoreState>(() => ({ sync: initialSyncState, failure: null }));

/** Subscribes before it requests the snapshot, so no event is missed between the two. Returns the unsubscribe function. */
export function connectStore(): () => void {
  let requesting = false;
  let connected = true;

  async function requestSnapshot(): Promise<void> {
    if (requesting || !connected) return;
    requesting = true;
    const answer = await call('snapshot', undefined);
    requesting = false;
    if (!connected) return;
    if (!answer.ok) {
      useStore.setState({ failure: answer.failure });
      return;
    }
    const sync = receiveSnapshot(useStore.getState().sync, answer.value);
    useStore.setState({ sync, failure: null });
    if (sync.needsSnapshot) void requestSnapshot();
  }

  const unsubscribe = window.lading.onEvent((event: WindowEvent) => {
    const sync = receiveEvent(useStore.getState().sync, event);
    useStore.setState({ sync });
    if (event.name === 'progress' && event.data.state === 'uploading') recordSpeed(event.data);
    if (event.name === 'upload.removed') forgetSpeed(event.data.uploadId);
    if (event.name === 'receipts.progress') dispatchVerifyProgress(event.data);
    if (event.name === 'directories.progress') dispatchDirectoryProgress(event.data);
    if (event.name === 'menu') dispatchMenuCommand(event.data.command);
    if (sync.needsSnapshot) void requestSnapshot();
  });
  void requestSnapshot();

  return () => {
    connected = false;
    unsubscribe();
  };
}

/** Reads from the state. Screens are rendered only after the first snapshot, so there always is one. */
export function useAppState<Part>(select: (state: AppState) => Part): Part {
  return useStore((store) => select(stateOf(store)));
}

/** The state as of now, for what happens after an event of the user. */
export function currentAppState(): AppState {
  return stateOf(useStore.getState());
}

function stateOf({ sync }: StoreState): AppState {
  if (sync.state === null) throw new Error('A screen was rendered before the first snapshot');
  return sync.state;
}

/** Whether the first snapshot has arrived, or why it failed. */
export function useStoreStatus(): 'loading' | 'ready' | Failure {
  return useStore(({ sync, failure }) => (sync.state !== null ? 'ready' : (failure ?? 'loading')));
}
