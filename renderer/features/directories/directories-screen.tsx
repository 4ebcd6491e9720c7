import { useEffect, useRef, useState } from 'react';
import type { DirectoryCheck, DirectoryForm } from '../../../preload/contract/views/directory.ts';
import type { SourceView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { ConnectionPicker } from '../../shared/connection-picker.tsx';
import { Page } from '../../shared/page.tsx';
import { call } from '../../state/bridge.ts';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { useDirectoryProgress } from '../../state/directory-progress.ts';
import { useCommand } from '../../state/use-command.ts';
import { useFileDrop } from '../../state/use-file-drop.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilePath } from '../../ui/file-path.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { CheckResult } from './check-result.tsx';
import './directories.css';
import { SyncCard } from './sync-card.tsx';

const directoryWords = words.directories;

/** Checks the CSV of a legal hold directory, and synchronizes the directory with it. */
export function DirectoriesScreen() {
  const [file, setFile] = useState<SourceView | null>(null);
  const [form, setForm] = useState<DirectoryForm | null>(null);
  const [result, setResult] = useState<DirectoryCheck | null>(null);
  const [dropsMany, setDropsMany] = useState(false);
  const connectionId = useChosenConnection()?.id ?? null;
  const chooseFile = useCommand('paths.choose');
  const check = useCommand('directories.check');
  const latest = useRef(0);

  async function runCheck(checked: SourceView, wanted: DirectoryForm | null, forConnection = connectionId) {
    latest.current += 1;
    const number = latest.current;
    setResult(null);
    const answer = await check.run({
      path: checked.sourceId,
      connectionId: forConnection,
      form: wanted,
    });
    if (number !== latest.current) return;
    if (answer.ok) setResult(answer.value);
    else if (answer.failure.code === 'stopped') check.dismiss();
  }
  async function use(chosen: SourceView | undefined) {
    if (chosen === undefined) return;
    setFile(chosen);
    await runCheck(chosen, form);
  }
  async function pick() {
    const chosen = await chooseFile.run({ purpose: 'directory-csv' });
    if (chosen.ok) await use(chosen.value[0]);
  }
  const isOver = useFileDrop((dropped) => {
    const [first, ...others] = dropped.ok ? dropped.value : [];
    setDropsMany(others.length > 0);
    if (others.length === 0) void use(first);
  });
  // The profile, and with it the rules, is the connection's.
  const checkedFor = useRef(connectionId);
  useEffect(() => {
    if (checkedFor.current === connectionId) return;
    checkedFor.current = connectionId;
    if (file !== null) void runCheck(file, form, connectionId);
  });
  // Nobody sees the result any more.
  useEffect(() => () => void call('directories.cancel', undefined), []);

  const failure = chooseFile.failure ?? check.failure;
  const shownForm = result?.form ?? form;
  return (
    <Page title={directoryWords.title} about={directoryWords.about} actions={<ConnectionPicker />}>
      <div className="directories stack">
        <Card title={directoryWords.file}>
          <div className="stack">
            <div className={`directory-drop selectable${isOver ? ' directory-drop-over' : ''}`}>
              {isOver ? (
                directoryWords.dropHere
              ) : file === null ? (
                <span className="muted">{directoryWords.noFile}</span>
              ) : (
                <FilePath path={file.path} />
              )}
            </div>
            <div className="row">
              <Button
                variant={file === null ? 'primary' : 'default'}
                icon="file"
                busy={chooseFile.busy}
                disabled={check.busy}
                onPress={() => void pick()}
              >
                {directoryWords.choose}
              </Button>
              {file === null ? null : check.busy ? (
                <Button onPress={() => void call('directories.cancel', undefined)}>
                  {directoryWords.cancel}
                </Button>
              ) : (
                <Button icon="refresh" onPress={() => void runCheck(file, form)}>
                  {directoryWords.checkAgain}
                </Button>
              )}
            </div>
            {shownForm === null ? null : (
              <div className="field">
                <div className="field-label">{directoryWords.form}</div>
                <div>
                  <SegmentedControl
                    label={directoryWords.form}
                    options={(['base', 'extended'] as const).map((value) => ({
                      value,
                      label: directoryWords.forms[value],
                    }))}
                    value={shownForm}
                    onChange={(chosen) => {
                      setForm(chosen);
                      if (file !== null) void runCheck(file, chosen);
                    }}
                  />
                </div>
                <div className="field-hint">{directoryWords.formHint}</div>
              </div>
            )}
            {check.busy ? <Progress /> : null}
          </div>
        </Card>
        {dropsMany ? <Notice tone="warn" title={directoryWords.dropOne} /> : null}
        {failure === null || failure.code === 'stopped' ? null : <FailureNotice failure={failure} />}
        {result === null ? null : <CheckResult check={result} />}
        {result === null || result.errors > 0 ? null : (
          <SyncCard key={`${result.content.sha256} ${connectionId}`} />
        )}
      </div>
    </Page>
  );
}

function Progress() {
  const text = directoryWords.progress(useDirectoryProgress());
  return (
    <div className="stack">
      <ProgressBar label={directoryWords.file} valueText={text} total={null} segments={[]} />
      <p className="small muted">{text}</p>
    </div>
  );
}
