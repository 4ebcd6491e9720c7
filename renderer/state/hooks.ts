import { useMemo } from 'react';
import type { ConnectionView, ProgressView, UploadView } from '../../preload/contract/views.ts';
import { useWorld } from './mirror.ts';

/** ISO times in UTC are in order as text. */
function newerFirst(a: UploadView, b: UploadView): number {
  if (a.createdAt === b.createdAt) return b.id - a.id;
  return a.createdAt < b.createdAt ? 1 : -1;
}

/** Newest first. */
export function useUploads(): readonly UploadView[] {
  const uploads = useWorld((world) => world.uploads);
  return useMemo(() => [...uploads.values()].sort(newerFirst), [uploads]);
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
