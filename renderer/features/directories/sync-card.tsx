import { useState } from 'react';
import {
  directorySyncText,
  ignoredComparisonTexts,
  isAsPredicted,
} from '../../../preload/contract/texts/directory-text.ts';
import type { DirectorySync } from '../../../preload/contract/views/directory.ts';
import { words } from '../../i18n/words.ts';
import { useConnectionProblem } from '../../shared/connection-picker.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { IgnoredPeople } from './ignored-people.tsx';

const directoryWords = words.directories;

/** The directory's ID, the question in a native dialog, and the result. */
export function SyncCard() {
  const connection = useChosenConnection();
  const problem = useConnectionProblem();
  const [idText, setIdText] = useState(String(connection?.directoryId ?? ''));
  const [showsError, setShowsError] = useState(false);
  const [result, setResult] = useState<DirectorySync | null>(null);
  const sync = useCommand('directories.sync');
  const directoryId = /^[1-9]\d{0,14}$/.test(idText.trim()) ? Number(idText.trim()) : null;

  async function start() {
    setShowsError(true);
    if (directoryId === null || connection === null) return;
    setResult(null);
    const answer = await sync.run({ connectionId: connection.id, directoryId });
    if (answer.ok) setResult(answer.value);
  }
  return (
    <>
      {problem ?? (
        <Card title={directoryWords.sync}>
          <div className="stack">
            <div className="directory-target">
              <Field
                label={directoryWords.directoryId}
                hint={directoryWords.directoryIdHint}
                value={idText}
                onChange={setIdText}
                error={showsError && directoryId === null ? directoryWords.directoryIdInvalid : null}
                disabled={sync.busy}
              />
            </div>
            <div className="row">
              <Button variant="primary" icon="upload" busy={sync.busy} onPress={() => void start()}>
                {directoryWords.start}
              </Button>
            </div>
          </div>
        </Card>
      )}
      <PlatformFailure
        operation="SyncDirectoryCustodians"
        failure={sync.failure}
        subject={directoryWords.subject}
      />
      {result === null ? null : <SyncResult result={result} />}
    </>
  );
}

function SyncResult({ result }: { readonly result: DirectorySync }) {
  const { ignored } = result;
  const isExpected = isAsPredicted(ignored);
  return (
    <div className="stack" ref={scrollIntoView}>
      <Notice
        tone={isExpected ? 'ok' : 'warn'}
        title={isExpected ? directoryWords.synced : directoryWords.syncedOtherwise}
      >
        {[directorySyncText(result), ...ignoredComparisonTexts(ignored)].join(' ')}
      </Notice>
      <IgnoredPeople compared={ignored} />
    </div>
  );
}

/** The result is below what fills a small window. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
