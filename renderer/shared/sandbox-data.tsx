import { useState } from 'react';
import { formatBytes } from '../../preload/contract/texts/format-bytes.ts';
import { words } from '../i18n/words.ts';
import { useSandbox, useUploads } from '../state/selectors.ts';
import { useCommand } from '../state/use-command.ts';
import { useQuery } from '../state/use-query.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Bytes } from '../ui/bytes.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { FailureNotice } from '../ui/notice.tsx';

const sandboxWords = words.sandbox;

/** How much disk space the sandbox's copies of evidence take, and a button to delete them. */
export function SandboxData() {
  const data = useQuery('sandbox.data', { argument: undefined }, useSandbox().kind);
  const bytes = data.kind === 'loaded' ? data.value.bytes : null;
  return (
    <div className="stack">
      <p className="muted">{sandboxWords.dataDescription}</p>
      <DescriptionList
        items={[
          [sandboxWords.data, bytes === null ? words.common.loading : <Bytes key="bytes" value={bytes} />],
        ]}
      />
      <FailureNotice failure={data.failure} onRetry={data.refetch} />
      {bytes === null || bytes === 0 ? null : <DeleteButton bytes={bytes} onDeleted={data.refetch} />}
    </div>
  );
}

function DeleteButton({ bytes, onDeleted }: { readonly bytes: number; readonly onDeleted: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useCommand('sandbox.deleteData');
  const unfinished = useUploads().filter(
    ({ isSandbox, state }) => isSandbox && (state === 'uploading' || state === 'paused'),
  ).length;
  return (
    <div className="row">
      <Button onPress={() => setConfirming(true)}>{sandboxWords.deleteData}</Button>
      <AlertDialog
        title={sandboxWords.deleteTitle}
        open={isConfirming}
        safe={sandboxWords.deleteKeep}
        destructive={sandboxWords.deleteConfirm}
        busy={remove.busy}
        failure={remove.failure}
        onSafe={() => {
          setConfirming(false);
          remove.dismiss();
        }}
        onDestructive={async () => {
          const removed = await remove.run(undefined);
          if (removed.ok) setConfirming(false);
          onDeleted();
        }}
      >
        <p>{sandboxWords.deleteText(formatBytes(bytes))}</p>
        {unfinished === 0 ? null : <p>{sandboxWords.deleteUnfinished(unfinished)}</p>}
      </AlertDialog>
    </div>
  );
}
