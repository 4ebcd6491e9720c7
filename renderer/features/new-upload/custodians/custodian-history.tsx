import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { ChangeHistory } from '../wizard/change-history.tsx';

const custodianWords = words.newUploadCustodians;

/** Undo and redo of custodian changes. */
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
  const { run, busy, failure, dismiss } = useCommand('drafts.undoCustodians');
  const next = history.kind === 'loaded' ? history.value : { undo: null, redo: null };
  async function undo(direction: 'undo' | 'redo') {
    const undone = await run({ uploadId, direction });
    if (undone.ok) onChanged(custodianWords[direction === 'undo' ? 'undone' : 'redone']);
  }
  return (
    <ChangeHistory
      {...(next.undo === null ? {} : { undoLabel: custodianWords.undoChange[next.undo] })}
      canUndo={next.undo !== null}
      canRedo={next.redo !== null}
      busy={busy}
      failure={failure}
      onDismiss={dismiss}
      onUndo={(direction) => void undo(direction)}
    />
  );
}
