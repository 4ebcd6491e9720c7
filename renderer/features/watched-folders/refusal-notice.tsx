import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why a rule that isn't active can't be activated beside the others. */
export function RefusalNotice({
  folder: { refusal },
}: {
  readonly folder: Pick<WatchedFolderView, 'refusal'>;
}) {
  return refusal === null ? null : (
    <Notice tone="warn" title={words.watchedFolder.cannotActivate}>
      {failureText(refusal)}
    </Notice>
  );
}
