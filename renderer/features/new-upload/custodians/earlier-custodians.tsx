import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';

const earlierWords = words.earlierCustodians;

/** The rules of the upload that sent these sources before: offered, or where the draft's rules come from. */
export function EarlierCustodiansNotice({
  upload,
  version,
  onApplied,
}: {
  readonly upload: UploadView;
  /** Changes with the custodians. */
  readonly version: string;
  readonly onApplied: (announcement: string) => void;
}) {
  const earlier = useQuery('custodianTemplates.earlier', { argument: { uploadId: upload.id } }, version);
  const apply = useCommand('custodianTemplates.applyEarlier');
  if (earlier.kind !== 'loaded' || earlier.value === null) return null;
  const { datasetName, at, csv, manual, isUsed } = earlier.value;

  async function use() {
    const applied = await apply.run({ uploadId: upload.id });
    if (applied.ok) onApplied(earlierWords.used(datasetName));
  }
  return (
    <>
      {apply.failure === null ? null : <FailureNotice failure={apply.failure} onDismiss={apply.dismiss} />}
      <Notice
        tone={isUsed ? 'info' : 'warn'}
        title={(isUsed ? earlierWords.used : earlierWords.offered)(datasetName)}
        {...(isUsed
          ? {}
          : {
              action: (
                <Button small busy={apply.busy} onPress={() => void use()}>
                  {earlierWords.use}
                </Button>
              ),
            })}
      >
        {earlierWords.from(time(at), csv)} {earlierWords.manual(manual)}
      </Notice>
    </>
  );
}
