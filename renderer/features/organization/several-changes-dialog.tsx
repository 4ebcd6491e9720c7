import { type ReactNode, useMemo, useState } from 'react';
import { type ChangeResult, maxChanges } from '../../../preload/contract/platform/calls.ts';
import { words } from '../../i18n/words.ts';
import { textColumn } from '../../shared/columns.tsx';
import { gridColumns, type RecordColumn } from '../../shared/record-rows.ts';
import { useCommand } from '../../state/use-command.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { useCsvExport } from '../../ui/use-csv-export.tsx';
import type { ChangeLine } from './several-changes.ts';

const changeWords = words.severalChanges;

interface ShownLine extends ChangeLine {
  /** It is null before the changes are made. */
  readonly result: ChangeResult | null;
}

/**
 * Several changes, each with what holds before and after. Main asks once about all of them, then makes them one after the
 * other up to the first that fails. What became of each stays until the dialog is closed.
 */
export function SeveralChangesDialog({
  connectionId,
  title,
  lines,
  children,
  onClose,
}: {
  readonly connectionId: string;
  readonly title: string;
  /** Memoized. */
  readonly lines: readonly ChangeLine[];
  /** What is edited, until the changes are made. */
  readonly children?: ReactNode;
  /** With whether something may have changed. */
  readonly onClose: (hasChanged: boolean) => void;
}) {
  const make = useCommand('platform.changeSeveral');
  const [made, setMade] = useState<readonly ShownLine[] | null>(null);
  const shown = useMemo(() => made ?? lines.map((line) => ({ ...line, result: null })), [made, lines]);
  const rows = useLocalRows(shown);
  const hasPlace = lines.some(({ where }) => where !== '');
  const columns = useMemo(
    () => inOrder.filter(({ id }) => (id !== 'where' || hasPlace) && (id !== 'result' || made !== null)),
    [hasPlace, made],
  );
  const csv = useCsvExport(
    made === null
      ? null
      : () => ({
          name: title,
          columns: lineColumns.map(({ header }) => header),
          rows: made.map((row) => lineColumns.map(({ value }) => value(row))),
        }),
    { inMenu: false },
  );
  const stopped = made?.find(({ result }) => result?.state === 'failed')?.result ?? null;

  async function makeAll() {
    const answer = await make.run({ connectionId, changes: lines.map(({ change }) => change) });
    if (!answer.ok || answer.value === null) return;
    const results = answer.value;
    setMade(lines.map((line, index) => ({ ...line, result: results[index] ?? null })));
  }
  return (
    <Dialog
      title={title}
      open
      wide
      // While changes are made, what becomes of them is still to be shown.
      onClose={() => {
        if (!make.busy) onClose(made !== null);
      }}
      buttons={
        made === null ? (
          <>
            <Button disabled={make.busy} onPress={() => onClose(false)}>
              {words.common.cancel}
            </Button>
            <Button
              variant="primary"
              busy={make.busy}
              disabled={lines.length === 0 || lines.length > maxChanges}
              onPress={() => void makeAll()}
            >
              {changeWords.make(lines.length)}
            </Button>
          </>
        ) : (
          <>
            {csv.button}
            <Button variant="primary" autoFocus onPress={() => onClose(true)}>
              {words.common.close}
            </Button>
          </>
        )
      }
    >
      {made === null ? children : <Outcome lines={made} />}
      {stopped?.state === 'failed' ? <FailureNotice failure={stopped.failure} /> : null}
      {made === null && lines.length > maxChanges ? (
        <Notice tone="warn" title={changeWords.tooMany(maxChanges)} />
      ) : null}
      {shown.length === 0 ? (
        <p className="muted" role="status">
          {changeWords.nothing}
        </p>
      ) : (
        <div className="several-changes">
          <DataGrid label={changeWords.list} columns={columns} rows={rows} rowText={({ who }) => who} />
        </div>
      )}
      <FailureNotice failure={make.failure} />
      {csv.notice}
    </Dialog>
  );
}

/** How many changes were made, and how many were not. */
function Outcome({ lines }: { readonly lines: readonly ShownLine[] }) {
  const amount = (state: ChangeResult['state']) =>
    lines.filter(({ result }) => result?.state === state).length;
  return (
    <Notice
      tone={amount('done') === lines.length ? 'ok' : 'warn'}
      title={changeWords.outcome(amount('done'), amount('failed'), amount('not-tried'))}
    />
  );
}

function resultText({ result }: ShownLine): string | null {
  return result === null ? null : changeWords.results[result.state];
}

const lineColumn = (id: 'who' | 'where' | 'before' | 'after', width: string) =>
  textColumn<ShownLine>(id, changeWords.columns[id], width, (line) => line[id]);

const lineColumns: readonly RecordColumn<ShownLine>[] = [
  lineColumn('who', 'minmax(150px, 1.5fr)'),
  lineColumn('where', 'minmax(90px, 0.9fr)'),
  lineColumn('before', 'minmax(100px, 1.2fr)'),
  // One permission more than before has room.
  lineColumn('after', 'minmax(100px, 1.6fr)'),
  {
    id: 'result',
    header: changeWords.columns.result,
    width: '84px',
    value: resultText,
    cell: (line) => (line.result?.state === 'done' ? resultText(line) : <strong>{resultText(line)}</strong>),
  },
];
/** In the order in which they are made. */
const inOrder = gridColumns(lineColumns).map((column) => ({ ...column, sortable: false }));
