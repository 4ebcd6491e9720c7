import { useMemo } from 'react';
import type { ConnectionView, ProgressView, UploadView } from '../../preload/contract/views.ts';
import { useAppState } from './store.ts';

/** ISO times in UTC are in order as text. */
function byNewest(a: UploadView, b: UploadView): number {
  if (a.createdAt === b.createdAt) return b.id - a.id;
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** Newest first. */
export function useUploads(): readonly UploadView[] {
  const uploads = useAppState((world) => world.uploads);
  return useMemo(() => [...uploads.values()].sort(byNewest), [uploads]);
}

export function useUpload(uploadId: number | null): UploadView | null {
  return useAppState((world) => (uploadId === null ? null : (world.uploads.get(uploadId) ?? null)));
}

/** Null when the upload does not move. */
export function useProgress(uploadId: number): ProgressView | null {
  return useAppState((world) => world.progress.get(uploadId) ?? null);
}

export function useAllProgress(): ReadonlyMap<number, ProgressView> {
  return useAppState((world) => world.progress);
}

export function useConnections(): readonly ConnectionView[] {
  return useAppState((world) => world.connections);
}

export function useConnection(connectionId: string | null): ConnectionView | null {
  return useAppState((world) => world.connections.find((each) => each.id === connectionId) ?? null);
}

export const useApp = () => useAppState((world) => world.app);
export const useSandbox = () => useAppState((world) => world.sandbox);
export const useEngine = () => useAppState((world) => world.engine);
