import { useEffect, useRef } from 'react';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { words } from '../../../i18n/words.ts';
import { isTextFieldFocused, onMenuCommand } from '../../../state/menu.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

/** Undo and redo of a step's changes: buttons, and the Edit menu with its shortcuts outside of text fields. */
export function ChangeHistory({
  undoLabel = words.fileTree.undo,
  canUndo,
  canRedo,
  busy,
  failure,
  onDismiss,
  onUndo,
}: {
  readonly undoLabel?: string;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onDismiss: () => void;
  readonly onUndo: (direction: 'undo' | 'redo') => void;
}) {
  const latest = useRef<(command: 'undo' | 'redo') => void>(onUndo);
  latest.current = (command) => {
    if (!busy && (command === 'undo' ? canUndo : canRedo)) onUndo(command);
  };
  useEffect(
    () =>
      onMenuCommand((command) => {
        if (command !== 'undo' && command !== 'redo') return;
        if (!isTextFieldFocused() && !isDialogFocused()) latest.current(command);
      }),
    [],
  );
  return (
    <>
      <Button small variant="quiet" disabled={!canUndo} busy={busy} onPress={() => onUndo('undo')}>
        {undoLabel}
      </Button>
      <Button small variant="quiet" disabled={!canRedo} busy={busy} onPress={() => onUndo('redo')}>
        {words.fileTree.redo}
      </Button>
      <FailureNotice failure={failure} onDismiss={onDismiss} />
    </>
  );
}

/** A dialog covers what would be undone. */
function isDialogFocused(): boolean {
  return (document.activeElement?.closest('[role=dialog], [role=alertdialog]') ?? null) !== null;
}
