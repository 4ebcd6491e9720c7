/** The progress of the receipt that is being verified. */
import { useEffect, useState } from 'react';
import type { VerifyProgressView } from '../../preload/contract/views/verify-view.ts';

const listeners = new Set<(progress: VerifyProgressView) => void>();

export function dispatchVerifyProgress(progress: VerifyProgressView): void {
  for (const listener of listeners) listener(progress);
}

/** Returns null until there is some. */
export function useVerifyProgress(): VerifyProgressView | null {
  const [progress, setProgress] = useState<VerifyProgressView | null>(null);
  useEffect(() => {
    listeners.add(setProgress);
    return () => {
      listeners.delete(setProgress);
    };
  }, []);
  return progress;
}
