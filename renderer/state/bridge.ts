import { failure, type Result } from '../../preload/contract/failure.ts';
import type { Answer, Argument, CallName, WindowEvent } from '../../preload/contract/index.ts';
import type { SourceView } from '../../preload/contract/views.ts';

/** What the preload puts on the window. Its types are the contract's; main has parsed what crosses it. */
export interface Bridge {
  invoke<Name extends CallName>(name: Name, argument: Argument<Name>): Promise<Result<Answer<Name>>>;
  onEvent(listener: (event: WindowEvent) => void): () => void;
  /** Turns dropped files and folders into sources; the window never sees a path that it could name itself. */
  dropped(files: readonly File[]): readonly SourceView[] | Promise<readonly SourceView[]>;
}

declare global {
  interface Window {
    readonly lading: Bridge;
  }
}

/** Asks main or the engine. What is expected to fail comes back as a Failure; this promise is never rejected. */
export async function call<Name extends CallName>(
  name: Name,
  argument: Argument<Name>,
): Promise<Result<Answer<Name>>> {
  try {
    return await window.lading.invoke(name, argument);
  } catch {
    // Main answers every expected failure as a value: a rejection is a fault in Lading, and the person still needs a sentence.
    return failure(
      'unexpected-answer',
      'Lading could not carry this out because of a fault of its own. Try again.',
    );
  }
}

export async function dropped(files: readonly File[]): Promise<Result<readonly SourceView[]>> {
  try {
    return { ok: true, value: await window.lading.dropped(files) };
  } catch {
    return failure('bad-input', 'What was dropped could not be taken. Choose it with the buttons instead.');
  }
}
