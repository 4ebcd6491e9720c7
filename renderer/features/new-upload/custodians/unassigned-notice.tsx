import type { CustodianView, UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';

const custodianWords = words.newUploadCustodians;

/** Files without a custodian, until a person decides that they stay so. */
export function UnassignedNotice({
  upload,
  unassigned,
  onShow,
}: {
  readonly upload: UploadView;
  readonly unassigned: CustodianView | undefined;
  readonly onShow: () => void;
}) {
  const decide = useCommand('drafts.leaveUnassigned');
  if (unassigned === undefined || unassigned.items === 0) return null;
  const { items, bytes } = unassigned;
  // Links are in no folder.
  const show =
    unassigned.folders.length === 0 ? null : (
      <Button small onPress={onShow}>
        {custodianWords.showUnassigned}
      </Button>
    );
  const set = (leave: boolean) => void decide.run({ uploadId: upload.id, leave });
  return (
    <>
      <FailureNotice failure={decide.failure} onDismiss={decide.dismiss} />
      {upload.leaveUnassigned ? (
        <Notice
          tone="info"
          title={custodianWords.leftUnassigned(items, bytes, upload.links)}
          action={
            <>
              {show}
              <Button small busy={decide.busy} onPress={() => set(false)}>
                {custodianWords.undoLeave}
              </Button>
            </>
          }
        />
      ) : (
        <Notice
          tone="warn"
          title={custodianWords.unassigned(items, bytes, upload.links)}
          action={
            <>
              {show}
              <Button small busy={decide.busy} onPress={() => set(true)}>
                {custodianWords.leaveUnassigned}
              </Button>
            </>
          }
        >
          {custodianWords.unassignedDescription}
        </Notice>
      )}
    </>
  );
}
