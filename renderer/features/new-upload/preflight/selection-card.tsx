import { useEffect, useState } from 'react';
import type { SelectionView } from '../../../../preload/contract/calls/selection-calls.ts';
import { everything, isEverything, type Selection } from '../../../../preload/contract/views/selection.ts';
import { words } from '../../../i18n/words.ts';
import { useAction } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { changeSelection, type SelectionChange } from '../change-selection.ts';
import { FileChecks } from './file-checks.tsx';
import { toForm } from './rules-form.ts';
import { SelectionRules } from './selection-rules.tsx';
import './preflight.css';

const selectionWords = words.selection;

/** Which files are sent: what was found to exclude with one click, checks that read files, and rules. */
export function SelectionCard({
  uploadId,
  version,
  onChanged,
}: {
  readonly uploadId: number;
  /** Changes with what is found, and with which files are sent. */
  readonly version: string;
  /** Rules were applied, or a check that read files has ended, so there may be other findings. */
  readonly onChanged: () => void;
}) {
  const view = useQuery('selection.get', { argument: { uploadId } }, version);
  const set = useAction(changeSelection);
  const [showsRules, setShowsRules] = useState(false);
  const isChecking = view.kind === 'loaded' && view.value.checking !== null;
  const { refetch } = view;
  useEffect(() => {
    if (!isChecking) return;
    const polling = setInterval(refetch, 1_000);
    return () => clearInterval(polling);
  }, [isChecking, refetch]);

  async function apply(change: SelectionChange['change']) {
    await set.run({ uploadId, change });
    onChanged();
  }
  if (view.kind === 'failed') return <FailureNotice failure={view.failure} onRetry={refetch} />;
  if (view.kind === 'loading') return null;
  const { rules } = view.value;
  const hasRules = hasFormRules(rules);
  return (
    <Card
      title={selectionWords.title}
      actions={
        // Rules that apply are always shown.
        hasRules ? null : (
          <Button small variant="quiet" onPress={() => setShowsRules(!showsRules)}>
            {showsRules ? selectionWords.hideRules : selectionWords.editRules}
          </Button>
        )
      }
    >
      <div className="stack">
        <p className="small muted">{selectionWords.description}</p>
        <OneClickActions view={view.value} busy={set.busy} onApply={(change) => void apply(change)} />
        <FileChecks uploadId={uploadId} view={view.value} onStarted={refetch} onChecked={onChanged} />
        {showsRules || hasRules ? (
          <SelectionRules
            key={JSON.stringify(toForm(rules))}
            uploadId={uploadId}
            rules={rules}
            busy={set.busy}
            onApply={(change) => void apply(change)}
          />
        ) : null}
        <FailureNotice failure={set.failure} onDismiss={set.dismiss} />
        <Skipped skipped={view.value.skipped} />
      </div>
    </Card>
  );
}

/** Whether there are rules that only the form shows. */
function hasFormRules(rules: Selection): boolean {
  const { systemFiles, onlyNew, skipKnown, skipDuplicates } = everything;
  return !isEverything({ ...rules, systemFiles, onlyNew, skipKnown, skipDuplicates });
}

function OneClickActions({
  view,
  busy,
  onApply,
}: {
  readonly view: SelectionView;
  readonly busy: boolean;
  readonly onApply: (change: SelectionChange['change']) => void;
}) {
  const { rules, systemFiles, known, duplicates, mismatches } = view;
  const row = (
    key: string,
    text: string,
    isSkipped: boolean,
    labels: readonly [string, string],
    change: SelectionChange['change'],
  ) => (
    <li key={key}>
      <span>{text}</span>
      <Button
        small
        disabled={busy}
        label={`${isSkipped ? labels[1] : labels[0]}: ${text}`}
        onPress={() => onApply(change)}
      >
        {isSkipped ? labels[1] : labels[0]}
      </Button>
    </li>
  );
  const excludeOrKeep = [selectionWords.exclude, selectionWords.keep] as const;
  const rows = [
    ...systemFiles.map(({ kind, items, bytes }) => {
      const isSkipped = rules.systemFiles.includes(kind);
      const text = selectionWords.systemFiles(kind, items, bytes);
      return row(kind, text, isSkipped, excludeOrKeep, (latest) => {
        const others = latest.systemFiles.filter((each) => each !== kind);
        return { systemFiles: isSkipped ? others : [...others, kind] };
      });
    }),
    ...(known.items === 0
      ? []
      : [
          row(
            'known',
            selectionWords.known(known.items, known.bytes),
            rules.skipKnown,
            excludeOrKeep,
            () => ({
              skipKnown: !rules.skipKnown,
            }),
          ),
        ]),
    ...(duplicates.items === 0
      ? []
      : [
          row(
            'duplicates',
            selectionWords.duplicates(duplicates.items, duplicates.bytes),
            rules.skipDuplicates,
            excludeOrKeep,
            () => ({ skipDuplicates: !rules.skipDuplicates }),
          ),
        ]),
  ];
  return (
    <>
      {mismatches === 0 ? null : (
        <p className="selection-mismatches">{selectionWords.mismatches(mismatches)}</p>
      )}
      {rows.length === 0 ? null : <ul className="selection-actions">{rows}</ul>}
    </>
  );
}

function Skipped({ skipped }: { readonly skipped: SelectionView['skipped'] }) {
  if (skipped.length === 0) return null;
  return (
    <section aria-label={selectionWords.skipped}>
      <h3 className="selection-heading">{selectionWords.skipped}</h3>
      <ul className="selection-skipped" role="status">
        {skipped.map(({ code, items, bytes }) => (
          <li key={code}>{selectionWords.skippedRow(code, items, bytes)}</li>
        ))}
      </ul>
    </section>
  );
}
