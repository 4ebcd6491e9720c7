import { useState } from 'react';
import { databaseCheckText, wrongDatabaseText } from '../../../preload/contract/texts/database-check-text.ts';
import { isConfirmedBy } from '../../../preload/contract/views/database-check.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

const actionWords = words.watchActions;

/** A button that asks for the database's name and activates the rule with it. */
export function ConfirmWatchedDatabase({ ruleId }: { readonly ruleId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small onPress={() => setOpen(true)}>
        {actionWords.confirmDatabase}
      </Button>
      {isOpen ? <ConfirmDialog ruleId={ruleId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export function ConfirmDialog({
  ruleId,
  onClose,
}: {
  readonly ruleId: number;
  readonly onClose: () => void;
}) {
  const check = useQuery('watch.databaseCheck', { argument: { ruleId } });
  const activate = useCommand('watch.activate');
  const [typedName, setTypedName] = useState('');
  const asked = check.kind === 'loaded' ? check.value : null;
  const isConfirmed = asked !== null && isConfirmedBy(typedName, asked);
  async function confirm() {
    if (!isConfirmed || activate.busy) return;
    const activated = await activate.run({ ruleId, confirmDatabase: typedName === '' ? null : typedName });
    if (activated.ok) onClose();
  }
  return (
    <Dialog
      title={words.newUploadReview.databaseCheck}
      open
      onClose={onClose}
      submit={{
        label: activate.busy ? actionWords.activating : actionWords.activate,
        busy: activate.busy,
        disabled: !isConfirmed,
        onPress: () => void confirm(),
      }}
    >
      {asked?.reason == null ? null : (
        <>
          <p>
            {databaseCheckText({ ...asked, reason: asked.reason })} {wrongDatabaseText}
          </p>
          <Field
            label={words.newUploadReview.databaseCheckName(asked.databaseName)}
            value={typedName}
            onChange={setTypedName}
            onEnter={() => void confirm()}
            autoFocus
          />
        </>
      )}
      <FailureNotice failure={check.failure} onRetry={check.refetch} />
      <FailureNotice failure={activate.failure} />
    </Dialog>
  );
}
