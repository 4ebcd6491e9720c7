import { type ReactNode, useState } from 'react';
import type { Result } from '../../preload/contract/failure.ts';
import { words } from '../i18n/words.ts';
import type { Command } from '../state/use-command.ts';
import { DismissButton, FailureNotice, Notice } from './notice.tsx';

/** A command that opens a save dialog. Null if the dialog was closed. */
type SaveCommand<Argument> = Pick<Command<never>, 'busy' | 'failure' | 'dismiss'> & {
  readonly run: (argument: Argument) => Promise<Result<{ readonly path: string } | null>>;
};

/** Saves a file, and has a notice of where it was saved, or why it wasn't. */
export function useSaveFile<Argument>({ run, busy, failure, dismiss }: SaveCommand<Argument>): {
  readonly save: (argument: Argument) => void;
  readonly busy: boolean;
  readonly notice: ReactNode;
} {
  const [savedPath, setSavedPath] = useState<string | null>(null);
  async function save(argument: Argument) {
    setSavedPath(null);
    const answer = await run(argument);
    if (answer.ok && answer.value !== null) setSavedPath(answer.value.path);
  }
  return {
    save: (argument) => void save(argument),
    busy,
    notice: (
      <>
        {failure === null ? null : <FailureNotice failure={failure} onDismiss={dismiss} />}
        {savedPath === null ? null : (
          <Notice
            tone="ok"
            title={words.common.savedTo(savedPath)}
            action={<DismissButton onPress={() => setSavedPath(null)} />}
          />
        )}
      </>
    ),
  };
}
