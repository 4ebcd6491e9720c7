import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import type { FileQuery } from './file-list.tsx';
import type { NotifyProps } from './notify-props.ts';

/** Saves the files that a list shows, as it shows them, as CSV; in the menu too while it is shown. */
export function ExportButton({
  uploadId,
  query,
  onFailure,
  onSuccess,
}: { readonly uploadId: number; readonly query: FileQuery } & NotifyProps) {
  const command = useCommand('uploads.exportItems');
  async function save() {
    onFailure(null);
    const answer = await command.run({ uploadId, ...query });
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value !== null) {
      onSuccess({ title: words.upload.exported, text: words.common.savedTo(answer.value.path) });
    }
  }
  useMenuItem('export-csv', command.busy ? null : () => void save());
  return (
    <Button small icon="download" busy={command.busy} onPress={() => void save()}>
      {words.uploadFiles.exportCsv}
    </Button>
  );
}
