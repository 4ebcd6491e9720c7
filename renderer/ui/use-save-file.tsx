import { type ReactNode, useState } from 'react';
import type { SavePurpose } from '../../preload/contract/calls/paths.ts';
import type { Argument, CallName } from '../../preload/contract/index.ts';
import { words } from '../i18n/words.ts';
import { type SuggestedFile, useSaveCommand } from '../state/use-save-command.ts';
import { DismissButton, FailureNotice, Notice } from './notice.tsx';

/** Saves a file, and has a notice of where it was saved, or why it wasn't. */
export function useSaveFile<Name extends CallName>(
  purpose: SavePurpose,
  name: Name,
): {
  readonly save: (suggested: SuggestedFile, toArgument: (path: string) => Argument<Name>) => void;
  readonly busy: boolean;
  /** It is null if there is nothing to say. */
  readonly notice: ReactNode;
} {
  const { run, busy, failure, dismiss } = useSaveCommand(purpose, name);
  const [savedPath, setSavedPath] = useState<string | null>(null);
  async function save(suggested: SuggestedFile, toArgument: (path: string) => Argument<Name>) {
    setSavedPath(null);
    const answer = await run(suggested, toArgument);
    if (answer.ok && answer.value !== null) setSavedPath(answer.value.path);
  }
  return {
    save: (...file) => void save(...file),
    busy,
    notice:
      failure !== null ? (
        <FailureNotice failure={failure} onDismiss={dismiss} />
      ) : savedPath !== null ? (
        <Notice
          tone="ok"
          title={words.common.savedTo(savedPath)}
          action={<DismissButton onPress={() => setSavedPath(null)} />}
        />
      ) : null,
  };
}
