import { failure, type Result } from '../../preload/contract/failures/failure.ts';
import type { Answer, Argument, CallName, WindowEvent } from '../../preload/contract/index.ts';
import type { SourceView } from '../../preload/contract/views/views.ts';

/** What the preload exposes on the window. Types come from the contract; main validates every payload. */
export interface Bridge {
  invoke<Name extends CallName>(name: Name, argument: Argument<Name>): Promise<Result<Answer<Name>>>;
  onEvent(listener: (event: WindowEvent) => void): () => void;
  /**
   * Hears of files and folders that a person drops, already as sources: the window can never name a path itself. The listener gets null if
   * main can't be asked. Returns how to stop listening.
   */
  onDrop(listener: (dropped: Result<readonly SourceView[]> | null) => void): () => void;
}

declare global {
  interface Window {
    readonly lading: Bridge;
  }
}

/** Calls main or the engine. Never rejects: expected failures are values, and a rejection becomes the failure `bug`. */
export async function call<Name extends CallName>(
  name: Name,
  argument: Argument<Name>,
): Promise<Result<Answer<Name>>> {
  try {
    return await window.lading.invoke(name, argument);
  } catch {
    return failure('bug', { where: name });
  }
}

export function onDrop(listener: (dropped: Result<readonly SourceView[]>) => void): () => void {
  return window.lading.onDrop((dropped) => listener(dropped ?? failure('drop-unreadable')));
}
