import { useEffect, useRef, useState } from 'react';
import type { DirectoryCheck, DirectoryForm } from '../../../preload/contract/directory.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { useDirectoryProgress } from '../../state/directory-progress.ts';
import { useCommand } from '../../state/use-command.ts';
import { useFileDrop } from '../../state/use-file-drop.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConnectionPicker } from '../../ui/connection-picker.tsx';
import { FilePath } from '../../ui/file-path.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { CheckResult } from './check-result.tsx';
import './directories.css';
import { SyncCard } from './sync-card.tsx';

const directoryWords = words.directories;

/** Checks the CSV of a legal hold directory, and synchronizes the directory with it. */
export function DirectoriesScreen() {
  const [path, setPath] = useState<string | null>(null);
  const [form, setForm] = useState<DirectoryForm | null>(null);
  const [result, setResult] = useState<DirectoryCheck | null>(null);
  const [dropsMany, setDropsMany] = useState(false);
  const connectionId = useChosenConnection()?.id ?? null;
  const chooseFile = useCommand('directories.chooseFile');
  const useDropped = useCommand('directories.useDropped');
  const check = useCommand('directories.check');
  const latest = useRef(0);

  async function runCheck(wanted: DirectoryForm | null, forConnection = connectionId) {
    latest.current += 1;
    const number = latest.current;
    setResult(null);
    const answer = await check.run({ connectionId: forConnection, form: wanted });
    if (number !== latest.current) return;
    if (answer.ok) setResult(answer.value);
    else if (answer.failure.code === 'stopped') check.dismiss();
  }
  async function use(chosen: { readonly path: string } | null) {
    if (chosen === null) return;
    setPath(chosen.path);
    await runCheck(form);
  }
  async function pick() {
    const chosen = await chooseFile.run(undefined);
    if (chosen.ok) await use(chosen.value);
  }
  async function drop(sourceId: string) {
    const chosen = await useDropped.run({ sourceId });
    if (chosen.ok) await use(chosen.value);
  }
  const isOver = useFileDrop((dropped) => {
    const [first, ...others] = dropped.ok ? dropped.value : [];
    setDropsMany(others.length > 0);
    if (first !== undefined && others.length === 0) void drop(first.sourceId);
  });
  // The profile, and with it the rules, is the connection's.
  const checkedFor = useRef(connectionId);
  useEffect(() => {
    if (checkedFor.current === connectionId) return;
    checkedFor.current = connectionId;
    if (path !== null) void runCheck(form, connectionId);
  });
  // Nobody sees the result any more.
  useEffect(() => () => void call('directories.cancel', undefined), []);

  const failure = chooseFile.failure ?? useDropped.failure ?? check.failure;
  const shownForm = result?.form ?? form;
  return (
    <Page title={directoryWords.title} about={directoryWords.about} actions={<ConnectionPicker />}>
      <div className="directories stack">
        <Card title={directoryWords.file}>
          <div className="stack">
            <div className={`directory-drop selectable${isOver ? ' directory-drop-over' : ''}`}>
              {isOver ? (
                directoryWords.dropHere
              ) : path === null ? (
                <span className="muted">{directoryWords.noFile}</span>
              ) : (
                <FilePath path={path} />
              )}
            </div>
            <div className="row">
              <Button
                variant={path === null ? 'primary' : 'default'}
                icon="file"
                busy={chooseFile.busy}
                disabled={check.busy}
                onPress={() => void pick()}
              >
                {directoryWords.choose}
              </Button>
              {path === null ? null : check.busy ? (
                <Button onPress={() => void call('directories.cancel', undefined)}>
                  {directoryWords.cancel}
                </Button>
              ) : (
                <Button icon="refresh" onPress={() => void runCheck(form)}>
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
                      void runCheck(chosen);
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
