import { type ReactNode, useEffect, useState } from 'react';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { parseSha256 } from '../../../preload/contract/views/signing-key.ts';
import type { SavedReceiptView, VerifyView } from '../../../preload/contract/views/verify-view.ts';
import type { SourceView } from '../../../preload/contract/views/views.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { Page } from '../../shared/page.tsx';
import { call } from '../../state/bridge.ts';
import { useVerifyProgress } from '../../state/receipt-verification.ts';
import { useUploads } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FilePath } from '../../ui/file-path.tsx';
import { Menu } from '../../ui/menu.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { VerifyReport } from './verify-report.tsx';
import './verify.css';

const verifyWords = words.verify;

/** `savedId`: of one that Lading saved. */
type ChosenReceipt = SourceView & { readonly savedId?: number };

/** Verifies a receipt, the one that was saved last unless a person chooses another, and compares it with a folder if they want. */
export function VerifyScreen() {
  const [receipt, setReceipt] = useState<ChosenReceipt | null>(null);
  const [folder, setFolder] = useState<SourceView | null>(null);
  const [key, setKey] = useState('');
  const [head, setHead] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const [result, setResult] = useState<VerifyView | null>(null);
  const saved = useQuery('receipts.saved', { argument: undefined });
  const chooseSaved = useCommand('receipts.chooseSaved');
  const chooseFile = useCommand('paths.choose');
  const chooseFolder = useCommand('paths.choose');
  const verify = useCommand('receipts.verify');
  // Nobody sees the result any more.
  useEffect(() => () => void call('receipts.cancelVerification', undefined), []);

  const lastId = saved.kind === 'loaded' ? (saved.value[0]?.id ?? null) : null;
  useEffect(() => {
    if (lastId === null) return;
    // Nobody asked for it, so nothing is said where it can't be read any more.
    void call('receipts.chooseSaved', { id: lastId }).then((chosen) => {
      if (chosen.ok && chosen.value !== null) {
        const file = { ...chosen.value, savedId: lastId };
        setReceipt((current) => current ?? file);
      }
    });
  }, [lastId]);

  const keyGiven = parseSha256(key);
  const headGiven = parseSha256(head);
  const isMistyped = (typed: string, given: string | null) => given === null && typed.trim() !== '';
  const errorOf = (typed: string, given: string | null) =>
    showsErrors && isMistyped(typed, given) ? verifyWords.notSha256 : null;
  const failure = chooseFile.failure ?? chooseSaved.failure ?? chooseFolder.failure ?? verify.failure;

  async function pickReceipt() {
    chooseSaved.dismiss();
    const chosen = await chooseFile.run({ purpose: 'receipt' });
    const [file] = chosen.ok ? chosen.value : [];
    if (file !== undefined) take(file);
  }
  async function pickSaved(id: number) {
    chooseFile.dismiss();
    const chosen = await chooseSaved.run({ id });
    if (chosen.ok && chosen.value !== null) take({ ...chosen.value, savedId: id });
  }
  function take(file: ChosenReceipt) {
    setReceipt(file);
    setResult(null);
    verify.dismiss();
  }
  async function pickFolder() {
    const chosen = await chooseFolder.run({ purpose: 'compare-folder' });
    const [first] = chosen.ok ? chosen.value : [];
    if (first !== undefined) setFolder(first);
  }
  async function start() {
    setShowsErrors(true);
    if (receipt === null || isMistyped(key, keyGiven) || isMistyped(head, headGiven)) return;
    setResult(null);
    const answer = await verify.run({
      path: receipt.sourceId,
      against: folder?.sourceId ?? null,
      key: keyGiven,
      head: headGiven,
    });
    if (answer.ok) setResult(answer.value);
    else if (answer.failure.code === 'stopped') verify.dismiss();
  }

  return (
    <Page title={verifyWords.title} about={verifyWords.about}>
      <div className="verify stack">
        <Card label={verifyWords.title}>
          <div className="stack">
            <div className="verify-form">
              <ChosenPath
                label={verifyWords.receipt}
                hint={receipt?.savedId === lastId ? verifyWords.savedLast : undefined}
                path={receipt?.path ?? null}
                none={verifyWords.noReceipt}
                choose={verifyWords.chooseReceipt}
                busy={chooseFile.busy || chooseSaved.busy || verify.busy}
                onChoose={() => void pickReceipt()}
                others={
                  saved.kind === 'loaded' && saved.value.length > 0 ? (
                    <SavedReceipts
                      receipts={saved.value}
                      busy={chooseSaved.busy || verify.busy}
                      onChoose={(id) => void pickSaved(id)}
                    />
                  ) : null
                }
              />
              <ChosenPath
                label={verifyWords.folder}
                hint={verifyWords.folderHint}
                path={folder?.path ?? null}
                none={verifyWords.noFolder}
                choose={verifyWords.chooseFolder}
                busy={chooseFolder.busy || verify.busy}
                onChoose={() => void pickFolder()}
                onClear={() => setFolder(null)}
              />
              <Field
                mono
                label={verifyWords.key}
                hint={verifyWords.keyHint}
                value={key}
                onChange={setKey}
                error={errorOf(key, keyGiven)}
                disabled={verify.busy}
              />
              <Field
                mono
                label={verifyWords.head}
                hint={verifyWords.headHint}
                value={head}
                onChange={setHead}
                error={errorOf(head, headGiven)}
                disabled={verify.busy}
              />
            </div>
            <div className="row">
              <Button
                variant="primary"
                icon="check"
                disabled={receipt === null}
                busy={verify.busy}
                onPress={() => void start()}
              >
                {verifyWords.start}
              </Button>
              {verify.busy ? (
                <Button onPress={() => void call('receipts.cancelVerification', undefined)}>
                  {verifyWords.cancel}
                </Button>
              ) : null}
            </div>
            {verify.busy ? <Progress /> : null}
          </div>
        </Card>
        <FailureNotice failure={failure} />
        {result === null ? null : (
          <div className="stack" ref={scrollIntoView}>
            <VerifyReport view={result} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** The result is below the form, which fills a small window. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}

function ChosenPath({
  label,
  hint,
  path,
  none,
  choose,
  busy,
  onChoose,
  onClear,
  others,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly path: string | null;
  readonly none: string;
  readonly choose: string;
  readonly busy: boolean;
  readonly onChoose: () => void;
  readonly onClear?: () => void;
  /** Other ways to choose. */
  readonly others?: ReactNode;
}) {
  return (
    <div className="field">
      <div className="field-label">{label}</div>
      <div className="verify-path selectable">
        {path === null ? <span className="muted">{none}</span> : <FilePath path={path} />}
      </div>
      {hint === undefined ? null : <div className="field-hint">{hint}</div>}
      <div className="row">
        <Button small busy={busy} onPress={onChoose}>
          {choose}
        </Button>
        {others}
        {path === null || onClear === undefined ? null : (
          <Button small variant="quiet" busy={busy} onPress={onClear}>
            {verifyWords.clearFolder}
          </Button>
        )}
      </div>
    </div>
  );
}

/** So that nobody has to remember where a receipt was saved. */
function SavedReceipts({
  receipts,
  busy,
  onChoose,
}: {
  readonly receipts: readonly SavedReceiptView[];
  readonly busy: boolean;
  readonly onChoose: (id: number) => void;
}) {
  const uploads = useUploads();
  const nameOf = (id: number) => uploads.find((one) => one.id === id)?.name ?? verifyWords.unnamedUpload(id);
  return (
    <Menu
      label={verifyWords.saved}
      align="start"
      entries={receipts.map(({ id, uploadId, path, savedAt }) => ({
        id: String(id),
        label: verifyWords.savedOf(printable(nameOf(uploadId)), time(savedAt)),
        description: printable(path),
        icon: 'receipt',
        onAction: () => onChoose(id),
      }))}
    >
      <Button small icon="chevronDown" busy={busy}>
        {verifyWords.saved}
      </Button>
    </Menu>
  );
}

function Progress() {
  const progress = useVerifyProgress();
  const text =
    progress === null
      ? verifyWords.phases.receipt
      : verifyWords.progress(verifyWords.phases[progress.phase], progress.itemsDone, progress.itemsTotal);
  return (
    <div className="stack">
      <ProgressBar
        label={verifyWords.progressLabel}
        valueText={text}
        total={progress?.itemsTotal ?? null}
        segments={progress === null ? [] : [{ tone: 'accent', value: progress.itemsDone }]}
      />
      <p className="small muted">{text}</p>
    </div>
  );
}
