import { printable } from '../../../preload/contract/texts/printable.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { continueForm, linkLines, startForm, useNewUploadDraft } from '../../state/new-upload-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

const { unscanned } = words.uploads;

/** A new upload that a person left before its scan. It is no upload yet, so the list doesn't have it. */
export function UnscannedUpload() {
  const isLeft = useNewUploadDraft((draft) => draft.isLeft);
  const { sources, links, datasetName } = useNewUploadDraft((draft) => draft.form);
  if (!isLeft) return null;
  const paths = sources.map(({ path }) => printable(path));
  return (
    <Notice
      tone="info"
      title={unscanned.title(datasetName, paths.length + linkLines(links).length)}
      action={
        <>
          <Button
            small
            onPress={() => {
              continueForm();
              navigate({ kind: 'new-upload', uploadId: null });
            }}
          >
            {words.newUploadSource.continue}
          </Button>
          <Button small variant="quiet" onPress={() => startForm()}>
            {unscanned.discard}
          </Button>
        </>
      }
    >
      {unscanned.text(paths)}
    </Notice>
  );
}
