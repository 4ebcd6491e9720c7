import { useMemo } from 'react';
import type { ConnectionView, ProgressView, UploadView } from '../../preload/contract/views.ts';
import { useWorld } from './mirror.ts';

/** Newest first. */
export function useUploads(): readonly UploadView[] {
  const uploads = useWorld((world) => world.uploads);
  return useMemo(
    () => [...uploads.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id),
    [uploads],
  );
}

export function useUpload(uploadId: number | null): UploadView | null {
  return useWorld((world) => (uploadId === null ? null : (world.uploads.get(uploadId) ?? null)));
}

/** Null when the upload does not move. */
export function useProgress(uploadId: number): ProgressView | null {
  return useWorld((world) => world.progress.get(uploadId) ?? null);
}

export function useAllProgress(): ReadonlyMap<number, ProgressView> {
  return useWorld((world) => world.progress);
}

export function useConnections(): readonly ConnectionView[] {
  return useWorld((world) => world.connections);
}

export function useConnection(connectionId: string | null): ConnectionView | null {
  return useWorld((world) => world.connections.find((each) => each.id === connectionId) ?? null);
}

export const useApp = () => useWorld((world) => world.app);
export const useSandbox = () => useWorld((world) => world.sandbox);
export const useEngine = () => useWorld((world) => world.engine);
