import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { NotifyProps } from './notify-props.ts';

const t = words.heldItems;

/** Files and links whose answer was lost: only a person can tell whether the platform has them. */
export function ItemsToReview({ upload, onFailure }: { readonly upload: UploadView } & NotifyProps) {
  const [asks, setAsks] = useState<'retry' | 'skip' | null>(null);
  const [links, setLinks] = useState('');
  const start = useCommand('uploads.start');
  const again = asks === 'retry';

  async function decide() {
    if (asks === null) return;
    onFailure(null);
    const given = links.split('\n').map((line) => line.trim());
    const answer = await start.run({
      uploadId: upload.id,
      links: again ? given.filter((line) => line !== '') : [],
      held: asks,
    });
    if (!answer.ok) return;
    setAsks(null);
    setLinks('');
  }

  return (
    <div className="tab-notice">
      <Notice
        tone="warn"
        title={t.title(upload.totals.held.items)}
        action={
          upload.state === 'uploading' ? undefined : (
            <>
              <Button small onPress={() => setAsks('skip')}>
                {t.leaveOut}
              </Button>
              <Button small onPress={() => setAsks('retry')}>
                {t.again}
              </Button>
            </>
          )
        }
      >
        {t.meaning}
      </Notice>
      <AlertDialog
        title={again ? t.againTitle : t.leaveOutTitle}
        open={asks !== null}
        safe={t.notNow}
        destructive={again ? t.again : t.leaveOut}
        busy={start.busy}
        failure={start.failure}
        onSafe={() => {
          setAsks(null);
          setLinks('');
          start.dismiss();
        }}
        onDestructive={() => void decide()}
      >
        <p>{again ? t.againMeaning : t.leaveOutMeaning}</p>
        {again ? (
          <Field kind="lines" mono label={t.links} hint={t.linksHint} value={links} onChange={setLinks} />
        ) : null}
      </AlertDialog>
    </div>
  );
}
