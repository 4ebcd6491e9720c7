/** The progress of the directory's CSV that is being checked. */
import { create } from 'zustand';
import type { DirectoryProgress } from '../../preload/contract/views/directory.ts';

const useProgress = create<{ readonly people: number }>(() => ({ people: 0 }));

export function dispatchDirectoryProgress({ people }: DirectoryProgress): void {
  useProgress.setState({ people });
}

/** People checked so far. */
export function useDirectoryProgress(): number {
  return useProgress(({ people }) => people);
}
