import { useState } from 'react';
import type { FailureOf } from '../../../preload/contract/failures/failure.ts';
import { databaseCheckText, wrongDatabaseText } from '../../../preload/contract/texts/database-check-text.ts';
import { isConfirmedBy } from '../../../preload/contract/views/database-check.ts';
import { words } from '../../i18n/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

const reviewWords = words.newUploadReview;

/** For an upload whose scan was interrupted before its database could be checked. */
export function ConfirmDatabaseDialog({
  asked,
  onConfirm,
  onClose,
}: {
  readonly asked: FailureOf<'database-unconfirmed'>;
  readonly onConfirm: (typedName: string) => void;
  readonly onClose: () => void;
}) {
  const [typedName, setTypedName] = useState('');
  const { databaseName } = asked;
  const isConfirmed = isConfirmedBy(typedName, asked);
  const confirm = () => {
    if (isConfirmed) onConfirm(typedName);
  };
  return (
    <Dialog
      title={reviewWords.databaseCheck}
      open
      onClose={onClose}
      submit={{ label: words.upload.resume, disabled: !isConfirmed, onPress: confirm }}
    >
      <p>
        {databaseCheckText(asked)} {wrongDatabaseText}
      </p>
      <Field
        label={reviewWords.databaseCheckName(databaseName)}
        value={typedName}
        onChange={setTypedName}
        onEnter={confirm}
        autoFocus
      />
    </Dialog>
  );
}
