import { formatBytes } from '../../preload/contract/texts/format-bytes.ts';
import { isLostWithSandbox } from '../../preload/contract/views/upload-stage.ts';
import { words } from '../i18n/words.ts';
import { useSandbox, useUploads } from '../state/selectors.ts';
import { useCommand } from '../state/use-command.ts';
import { useQuery } from '../state/use-query.ts';
import { Bytes } from '../ui/bytes.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
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
  const remove = useCommand('sandbox.deleteData');
  const unfinished = useUploads().filter(isLostWithSandbox).length;
  return (
    <div className="row">
      <ConfirmButton
        command={remove}
        onConfirm={async () => {
          const removed = await remove.run(undefined);
          onDeleted();
          return removed;
        }}
        title={sandboxWords.deleteTitle}
        safe={sandboxWords.deleteKeep}
        destructive={sandboxWords.deleteConfirm}
        question={
          <>
            <p>{sandboxWords.deleteText(formatBytes(bytes))}</p>
            {unfinished === 0 ? null : <p>{sandboxWords.deleteUnfinished(unfinished)}</p>}
          </>
        }
      >
        {sandboxWords.deleteData}
      </ConfirmButton>
    </div>
  );
}
