import { hasReceipt } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/use-query.ts';
import { useSaveCommand } from '../../state/use-save-command.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Inspection, inspectionOf } from './inspection.ts';
import type { NotifyProps } from './notify-props.ts';

/** Files that no password is known for: the list for the person who knows the passwords. */
export function LockedFilesMenu({
  upload,
  onFailure,
  onSuccess,
}: { readonly upload: UploadView } & NotifyProps) {
  const list = useSaveCommand('save-locked-files', 'passwords.writeList');
  async function save(format: 'txt' | 'csv') {
    onFailure(null);
    const uploadId = upload.id;
    const suggested = { name: words.fileNames.lockedFiles(uploadId), extension: format };
    const saved = await list.run(suggested, (path) => ({ uploadId, format, path }));
    if (!saved.ok) onFailure(saved.failure);
    else if (saved.value !== null)
      onSuccess({ title: words.upload.exported, text: words.common.savedTo(saved.value.path) });
  }
  const { uploadFiles, newUploadPasswords } = words;
  return (
    <Menu
      label={uploadFiles.lockedFiles(upload.exceptions.locked)}
      entries={[
        {
          id: 'letter',
          label: newUploadPasswords.saveLetter,
          description: uploadFiles.lockedText,
          icon: 'file',
          onAction: () => void save('txt'),
        },
        {
          id: 'csv',
          label: newUploadPasswords.saveCsv,
          description: uploadFiles.lockedCsvText,
          icon: 'grid',
          onAction: () => void save('csv'),
        },
      ]}
    >
      <Button small icon="lock" busy={list.busy}>
        {uploadFiles.lockedFiles(upload.exceptions.locked)}
      </Button>
    </Menu>
  );
}

/** How much of an upload was checked before it was sent. Null where nobody can say yet. */
export function useInspection(upload: UploadView): Inspection | null {
  const found = useQuery(
    'preflight.summary',
    hasReceipt(upload) ? { argument: { uploadId: upload.id } } : null,
    upload.state,
  );
  return hasReceipt(upload) && found.kind === 'loaded' ? inspectionOf(found.value) : null;
}

/** Says that nobody knows of some files whether they are locked or damaged. */
export function UncheckedNotice({ inspection }: { readonly inspection: Inspection | null }) {
  if (inspection === null || inspection.isComplete) return null;
  const { checked, files } = inspection;
  return (
    <div className="upload-tabs-notice">
      <Notice
        tone="info"
        title={checked === 0 ? words.uploadFiles.neverChecked : words.uploadFiles.notChecked(checked, files)}
      />
    </div>
  );
}
