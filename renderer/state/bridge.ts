import { failure, type Result } from '../../preload/contract/failure.ts';
import type { Answer, Argument, CallName, WindowEvent } from '../../preload/contract/index.ts';
import type { SourceView } from '../../preload/contract/views.ts';

/** What the preload exposes on the window. Types come from the contract; main validates every payload. */
export interface Bridge {
  invoke<Name extends CallName>(name: Name, argument: Argument<Name>): Promise<Result<Answer<Name>>>;
  onEvent(listener: (event: WindowEvent) => void): () => void;
  /** Turns dropped files and folders into sources. The window can never name a path itself. */
  resolveDroppedFiles(files: readonly File[]): readonly SourceView[] | Promise<readonly SourceView[]>;
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

export async function dropped(files: readonly File[]): Promise<Result<readonly SourceView[]>> {
  try {
    return { ok: true, value: await window.lading.resolveDroppedFiles(files) };
  } catch {
    return failure('drop-unreadable');
  }
}
