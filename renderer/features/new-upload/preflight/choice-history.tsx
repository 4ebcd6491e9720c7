import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { ChangeHistory } from '../wizard/change-history.tsx';

/** Undo and redo of which files a person chose to send. */
export function ChoiceHistory({
  uploadId,
  version,
  onUndone,
}: {
  readonly uploadId: number;
  /** Changes with the choices. */
  readonly version: string;
  readonly onUndone: () => void;
}) {
  const history = useQuery('selection.history', { argument: { uploadId } }, version);
  const undo = useCommand('selection.undo');
  const next = history.kind === 'loaded' ? history.value : { undo: false, redo: false };
  async function onUndo(direction: 'undo' | 'redo') {
    const undone = await undo.run({ uploadId, direction });
    if (undone.ok) onUndone();
  }
  return (
    <ChangeHistory
      canUndo={next.undo}
      canRedo={next.redo}
      busy={undo.busy}
      failure={undo.failure}
      onDismiss={undo.dismiss}
      onUndo={(direction) => void onUndo(direction)}
    />
  );
}
