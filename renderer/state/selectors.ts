import { useMemo } from 'react';
import type { ConnectionView, ProgressView, UploadView } from '../../preload/contract/views/views.ts';
import type { WatchedFolderView } from '../../preload/contract/watch/watched-folder.ts';
import { useAppState } from './store.ts';

/** ISO times in UTC sort as text. */
function byNewest(a: UploadView, b: UploadView): number {
  if (a.createdAt === b.createdAt) return b.id - a.id;
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** Newest first. */
export function useUploads(): readonly UploadView[] {
  const uploads = useAppState((state) => state.uploads);
  return useMemo(() => [...uploads.values()].sort(byNewest), [uploads]);
}

export function useUpload(uploadId: number | null): UploadView | null {
  return useAppState((state) => (uploadId === null ? null : (state.uploads.get(uploadId) ?? null)));
}

/** Returns null if the upload isn't active. */
export function useProgress(uploadId: number): ProgressView | null {
  return useAppState((state) => state.progress.get(uploadId) ?? null);
}

export function useAllProgress(): ReadonlyMap<number, ProgressView> {
  return useAppState((state) => state.progress);
}

export function useConnections(): readonly ConnectionView[] {
  return useAppState((state) => state.connections);
}

export function useConnection(connectionId: string | null): ConnectionView | null {
  return useAppState((state) => state.connections.find((each) => each.id === connectionId) ?? null);
}

/** In the order in which they were made. */
export function useWatchedFolders(): readonly WatchedFolderView[] {
  const folders = useAppState((state) => state.watchedFolders);
  return useMemo(() => [...folders.values()].sort((a, b) => a.id - b.id), [folders]);
}

export function useWatchedFolder(ruleId: number | null): WatchedFolderView | null {
  return useAppState((state) => (ruleId === null ? null : (state.watchedFolders.get(ruleId) ?? null)));
}

export const useApp = () => useAppState((state) => state.app);
export const useSandbox = () => useAppState((state) => state.sandbox);
export const useEngine = () => useAppState((state) => state.engine);
