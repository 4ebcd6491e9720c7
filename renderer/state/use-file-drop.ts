import { useEffect, useRef, useState } from 'react';
import type { Result } from '../../preload/contract/failures/failure.ts';
import type { SourceView } from '../../preload/contract/views/views.ts';
import { onDrop as onSourcesDropped } from './bridge.ts';

/** Accepts files dropped anywhere in the window. Returns whether files are being dragged over it. */
export function useFileDrop(onSources: (dropped: Result<readonly SourceView[]>) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onSources);
  latest.current = onSources;
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
    };
    const stopListening = onSourcesDropped((dropped) => latest.current(dropped));
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      stopListening();
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}
