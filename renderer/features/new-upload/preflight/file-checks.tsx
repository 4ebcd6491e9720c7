import { useState } from 'react';
import type { FileCheckResult, SelectionView } from '../../../../preload/contract/calls/selection-calls.ts';
import { words } from '../../../i18n/words.ts';
import { call } from '../../../state/bridge.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useFileCommand } from '../../../state/use-file-command.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

const selectionWords = words.selection;

/** Checks that read whole files: a person asks for each. */
export function FileChecks({
  uploadId,
  view,
  onStarted,
  onChecked,
}: {
  readonly uploadId: number;
  readonly view: SelectionView;
  readonly onStarted: () => void;
  readonly onChecked: () => void;
}) {
  const check = useCommand('selection.check');
  const findKnown = useFileCommand('hash-list', 'selection.checkKnown');
  const [result, setResult] = useState<FileCheckResult | null>(null);
  const isBusy = check.busy || findKnown.busy || view.checking !== null;
  const failed = [check, findKnown].find(({ failure }) => failure !== null && failure.code !== 'stopped');

  async function run(work: Promise<{ readonly ok: boolean; readonly value?: FileCheckResult | null }>) {
    setResult(null);
    // Shows what is read meanwhile.
    onStarted();
    const done = await work;
    setResult(done.value ?? null);
    onChecked();
  }
  return (
    <section className="stack" aria-label={selectionWords.checks}>
      <div className="row selection-checks">
        <Button
          small
          disabled={isBusy}
          onPress={() => void run(check.run({ uploadId, duplicates: true, hashLists: false }))}
        >
          {selectionWords.findDuplicates}
        </Button>
        <Button
          small
          disabled={isBusy}
          onPress={() => void run(check.run({ uploadId, duplicates: false, hashLists: true }))}
        >
          {selectionWords.compareLists}
        </Button>
        <Button
          small
          disabled={isBusy}
          onPress={() => void run(findKnown.run((path) => ({ uploadId, path })))}
        >
          {selectionWords.findKnown}
        </Button>
        {view.checking === null ? null : (
          <>
            <span className="small muted">{selectionWords.reading(view.checking.readBytes)}</span>
            <Button small variant="quiet" onPress={() => void call('selection.cancelCheck', { uploadId })}>
              {selectionWords.cancelCheck}
            </Button>
          </>
        )}
      </div>
      <p className="small muted">{selectionWords.checksHint}</p>
      <CheckResult result={result} />
      {failed === undefined || failed.failure === null ? null : (
        <FailureNotice failure={failed.failure} onDismiss={failed.dismiss} />
      )}
    </section>
  );
}

function CheckResult({ result }: { readonly result: FileCheckResult | null }) {
  if (result === null) return null;
  const { unread, known, lists } = result;
  const texts = [
    ...(known === null ? [] : [selectionWords.knownResult(known.list, known.hashes, known.matches)]),
    ...(lists === null
      ? []
      : [
          lists.lists === 0
            ? selectionWords.noLists
            : selectionWords.listsResult(lists.compared, lists.mismatches, lists.missing, lists.extra),
        ]),
    ...(unread === 0 ? [] : [selectionWords.unread(unread)]),
  ];
  return <p role="status">{texts.join(' ')}</p>;
}
