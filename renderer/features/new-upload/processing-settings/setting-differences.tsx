import { printable } from '../../../../preload/contract/texts/printable.ts';
import { settingDifferenceText } from '../../../../preload/contract/views/settings-difference.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Notice } from '../../../ui/notice.tsx';

/** A warning where the draft's settings differ from the database's earlier datasets. They can't be changed later. */
export function SettingDifferences({ upload }: { readonly upload: UploadView }) {
  const found = useQuery(
    'drafts.settingDifferences',
    { argument: { uploadId: upload.id } },
    JSON.stringify(upload.settings),
  );
  if (found.kind !== 'loaded' || found.value.length === 0) return null;
  return (
    <Notice tone="warn" title={words.newUploadSettings.differences(found.value.length)}>
      <ul className="setting-differences">
        {found.value.map((difference) => (
          <li key={difference.field}>{printable(settingDifferenceText(difference))}</li>
        ))}
      </ul>
    </Notice>
  );
}
