import type { FindingGroup } from '../../../../preload/contract/calls/preflight-calls.ts';
import { findingTitle } from '../../../../preload/contract/texts/finding-text.ts';
import { leftToDo } from '../../../../preload/contract/views/finding-group.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { keepPreflightPlace, type PreflightPlace } from '../../../state/new-upload-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { countErrors } from '../preflight/finding-groups.ts';

const reviewWords = words.newUploadReview;

/** Each kind of error that pre-flight found, with the way to its files: 2 TB of zeros are no footnote. */
export function ErrorFindings({
  upload,
  groups,
}: {
  readonly upload: UploadView;
  readonly groups: readonly FindingGroup[];
}) {
  const uploadId = upload.id;
  const { failed } = upload.totals;
  const text = errorsText(upload, groups);
  if (text === null) return null;
  const show = (place: Partial<PreflightPlace>) => {
    keepPreflightPlace(uploadId, place);
    navigate({ kind: 'new-upload', uploadId, step: 'preflight' });
  };
  return (
    <Notice
      tone="bad"
      title={text}
      action={
        <>
          {groups.map((group) => (
            <Button
              key={group.code}
              small
              onPress={() => show({ section: 'files', findingCode: group.code })}
            >
              {reviewWords.errorsOf(findingTitle(group.code), leftToDo(group), group.bytes)}
            </Button>
          ))}
          {failed.items === 0 ? null : (
            <Button small onPress={() => show({ section: 'not-sent' })}>
              {words.status.failedFiles(failed.items, upload.unreadFolders)}
            </Button>
          )}
        </>
      }
    >
      {reviewWords.errorsText}
    </Notice>
  );
}

/** How many there are, those that failed among them; null if there are none. */
export function errorsText(
  upload: Pick<UploadView, 'totals'>,
  groups: readonly FindingGroup[],
): string | null {
  const errors = countErrors(upload, groups);
  return errors === 0 ? null : reviewWords.errors(errors);
}
