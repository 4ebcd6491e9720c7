import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { nonEmptyLines } from './links.ts';
import type { NotifyProps } from './notify-props.ts';

/** Files and links that the platform never confirmed: only a person can find out whether it has them. */
export function ItemsToReview({ upload, onFailure }: { readonly upload: UploadView } & NotifyProps) {
  const [decision, setDecision] = useState<'retry' | 'skip' | null>(null);
  const [links, setLinks] = useState('');
  const start = useCommand('uploads.start');
  const isRetry = decision === 'retry';
  const { withheld } = upload;
  const { held } = upload.exceptions;
  const onlyWithheld = withheld === held;
  const retryLabel = onlyWithheld ? words.review.upload : words.review.retry;

  async function apply() {
    if (decision === null) return;
    onFailure(null);
    const answer = await start.run({
      uploadId: upload.id,
      links: isRetry ? nonEmptyLines(links) : [],
      held: decision,
    });
    if (!answer.ok) return;
    setDecision(null);
    setLinks('');
  }

  return (
    <>
      <Notice
        tone="warn"
        title={words.review.title(upload.totals.held.items)}
        action={
          upload.state === 'uploading' || upload.state === 'cancelled' ? undefined : (
            <>
              <Button small onPress={() => setDecision('skip')}>
                {words.review.skip}
              </Button>
              <Button small onPress={() => setDecision('retry')}>
                {retryLabel}
              </Button>
            </>
          )
        }
      >
        {onlyWithheld
          ? words.review.onlyWithheldText(upload.totals.held.items)
          : [words.review.text, ...(withheld > 0 ? [words.review.withheldText(withheld)] : [])].join(' ')}
      </Notice>
      <AlertDialog
        title={
          !isRetry
            ? words.review.skipTitle
            : onlyWithheld
              ? words.review.uploadTitle
              : words.review.retryTitle
        }
        open={decision !== null}
        safe={words.review.cancel}
        destructive={isRetry ? retryLabel : words.review.skip}
        busy={start.busy}
        failure={start.failure}
        onSafe={() => {
          setDecision(null);
          setLinks('');
          start.dismiss();
        }}
        onDestructive={() => void apply()}
      >
        <p>
          {!isRetry ? words.review.skipText : onlyWithheld ? words.review.uploadText : words.review.retryText}
        </p>
        {isRetry && !onlyWithheld ? (
          <Field
            kind="lines"
            mono
            label={words.review.links}
            hint={words.review.linksHint}
            value={links}
            onChange={setLinks}
          />
        ) : null}
      </AlertDialog>
    </>
  );
}
