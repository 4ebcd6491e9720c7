import { useCallback, useEffect } from 'react';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

const custodianWords = words.newUploadCustodians;

/** Undo and redo of custodian changes: buttons, and the keys that people expect outside of text fields. */
export function CustodianHistory({
  uploadId,
  version,
  onChanged,
}: {
  readonly uploadId: number;
  /** Changes with the custodians. */
  readonly version: string;
  /** `announcement` is for screen readers. */
  readonly onChanged: (announcement: string) => void;
}) {
  const history = useQuery('drafts.custodianHistory', { argument: { uploadId } }, version);
  const undo = useCommand('drafts.undoCustodians');
  const { run } = undo;
  const next = history.kind === 'loaded' ? history.value : { undo: null, redo: null };

  const canUndo = next.undo !== null && !undo.busy;
  const canRedo = next.redo !== null && !undo.busy;

  const change = useCallback(
    async (direction: Direction) => {
      if (!(direction === 'undo' ? canUndo : canRedo)) return;
      const undone = await run({ uploadId, direction });
      if (undone.ok) onChanged(custodianWords[direction === 'undo' ? 'undone' : 'redone']);
    },
    [uploadId, canUndo, canRedo, run, onChanged],
  );
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const direction = directionOf(event);
      if (direction === null) return;
      event.preventDefault();
      void change(direction);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [change]);

  return (
    <>
      <Button
        small
        variant="quiet"
        disabled={next.undo === null}
        busy={undo.busy}
        onPress={() => void change('undo')}
      >
        {next.undo === null ? custodianWords.undo : custodianWords.undoChange[next.undo]}
      </Button>
      <Button
        small
        variant="quiet"
        disabled={next.redo === null}
        busy={undo.busy}
        onPress={() => void change('redo')}
      >
        {custodianWords.redo}
      </Button>
      {undo.failure === null ? null : <FailureNotice failure={undo.failure} onDismiss={undo.dismiss} />}
    </>
  );
}

type Direction = 'undo' | 'redo';

/** Ctrl or Cmd with Z, Shift+Z or Y. Text fields undo what was typed in them, and a dialog covers the custodians. */
function directionOf(event: KeyboardEvent): Direction | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (
    event.target instanceof Element &&
    event.target.closest('input, textarea, [role=dialog], [role=alertdialog]') !== null
  )
    return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
