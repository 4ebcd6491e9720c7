import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import type { NotifyProps } from './notify-props.ts';
import type { FileQuery } from './use-files.ts';

/** Exports the files of a list, as filtered and sorted, to CSV. The menu has it too. */
export function ExportButton({
  uploadId,
  query,
  onFailure,
  onSuccess,
}: { readonly uploadId: number; readonly query: FileQuery } & NotifyProps) {
  const exporting = useCommand('uploads.exportItems');
  async function exportFiles() {
    onFailure(null);
    const answer = await exporting.run({ uploadId, ...query });
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value !== null) {
      onSuccess({ title: words.upload.exported, text: words.common.savedTo(answer.value.path) });
    }
  }
  useMenuItem('export-csv', exporting.busy ? null : () => void exportFiles());
  return (
    <Button small icon="download" busy={exporting.busy} onPress={() => void exportFiles()}>
      {words.common.exportCsv}
    </Button>
  );
}
