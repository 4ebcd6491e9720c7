import { useEffect } from 'react';
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

  useEffect(() => {
    async function onKeyDown(event: KeyboardEvent) {
      const direction = directionOf(event);
      if (direction === null) return;
      event.preventDefault();
      const undone = await run({ uploadId, direction });
      if (undone.ok) onChanged(custodianWords[direction === 'undo' ? 'undone' : 'redone']);
    }
    const listener = (event: KeyboardEvent) => void onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [uploadId, run, onChanged]);

  const press = async (direction: 'undo' | 'redo') => {
    const undone = await run({ uploadId, direction });
    if (undone.ok) onChanged(custodianWords[direction === 'undo' ? 'undone' : 'redone']);
  };
  return (
    <>
      <Button
        small
        variant="quiet"
        disabled={next.undo === null}
        busy={undo.busy}
        onPress={() => void press('undo')}
      >
        {next.undo === null ? custodianWords.undo : custodianWords.undoChange[next.undo]}
      </Button>
      <Button
        small
        variant="quiet"
        disabled={next.redo === null}
        busy={undo.busy}
        onPress={() => void press('redo')}
      >
        {custodianWords.redo}
      </Button>
      {undo.failure === null ? null : <FailureNotice failure={undo.failure} onDismiss={undo.dismiss} />}
    </>
  );
}

/** Ctrl or Cmd with Z, Shift+Z or Y. Text fields undo what was typed in them. */
function directionOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}
