import { useState } from 'react';
import { isSentForGood } from '../../../preload/contract/views/upload-problems.ts';
import { isDraft } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { PasswordForm } from '../../shared/password-form.tsx';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

/** After a restart: the passwords of an upload that may still send something are gone, and can be entered again. */
export function PasswordsNotice({ upload }: { readonly upload: UploadView }) {
  const { id: uploadId, state } = upload;
  const [version, setVersion] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const maySend = !isDraft(upload) && !isSentForGood(upload);
  const summary = useQuery(
    'passwords.summary',
    maySend ? { argument: { uploadId } } : null,
    `${state} ${version}`,
  );
  const isMissing = maySend && summary.kind === 'loaded' && summary.value.mustEnterAgain;
  // The dialog stays open after the first passwords, because there may be more.
  if (!isMissing && !isOpen) return null;
  return (
    <>
      {isMissing ? (
        <Notice
          tone="warn"
          title={words.newUploadPasswords.enterAgain}
          action={
            <Button small onPress={() => setOpen(true)}>
              {words.upload.enterPasswords}
            </Button>
          }
        >
          {words.newUploadPasswords.enterAgainDescription} {words.upload.sentWithoutPasswords}
        </Notice>
      ) : null}
      <Dialog
        title={words.upload.enterPasswords}
        open={isOpen}
        onClose={() => setOpen(false)}
        buttons={<Button onPress={() => setOpen(false)}>{words.common.close}</Button>}
      >
        <p>{words.upload.passwordsFromNow}</p>
        <PasswordForm uploadId={uploadId} isMainTask onAdded={() => setVersion((before) => before + 1)} />
      </Dialog>
    </>
  );
}
