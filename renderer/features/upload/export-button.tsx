import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useSaveCommand } from '../../state/use-save-command.ts';
import { Button } from '../../ui/button.tsx';
import type { NotifyProps } from './notify-props.ts';
import type { FileQuery } from './use-files.ts';

/** Exports the files of a list, as filtered and sorted, to CSV. The menu has it too. */
export function ExportButton({
  upload,
  query,
  onFailure,
  onSuccess,
}: { readonly upload: UploadView; readonly query: FileQuery } & NotifyProps) {
  const exporting = useSaveCommand('save-files', 'exports.items');
  async function exportFiles() {
    onFailure(null);
    const name = words.fileNames.files(upload.name, query.states);
    const answer = await exporting.run({ name }, (path) => ({ uploadId: upload.id, ...query, path }));
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
