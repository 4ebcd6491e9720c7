import { useCallback, useState } from 'react';
import { findingAdvice, findingText, findingTitle } from '../../../../preload/contract/finding-text.ts';
import type { FindingFilter, FindingRow } from '../../../../preload/contract/preflight-calls.ts';
import { words } from '../../../i18n/words.ts';
import { call } from '../../../state/bridge.ts';
import { useMenuItem } from '../../../state/menu.ts';
import { useCommand } from '../../../state/use-command.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { useStableValue } from '../../../state/use-stable-value.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { DataGrid, type GridColumn, type GridSort } from '../../../ui/data-grid.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { DismissButton, FailureNotice, Notice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SeverityPill } from './severity-pill.tsx';

const findingWords = words.findings;
/** Two lines, because a finding is a sentence. */
const rowPx = 48;
const detailPx = 72;
const maxVisibleRows = 7;
const headerPx = 35;

const columns: readonly GridColumn<FindingRow>[] = [
  {
    id: 'path',
    header: findingWords.path,
    width: 'minmax(150px, 1fr)',
    sortable: true,
    cell: ({ finding }) => <FilePath path={finding.path} />,
  },
  {
    id: 'severity',
    header: findingWords.severity,
    width: '112px',
    minListPx: 560,
    cell: ({ finding }) => <SeverityPill severity={finding.severity} />,
  },
  {
    id: 'text',
    header: findingWords.whatItIs,
    width: 'minmax(180px, 2fr)',
    cell: ({ finding }) => (
      <span className="problem-list-reason" title={findingText(finding)}>
        {findingText(finding)}
      </span>
    ),
  },
  {
    id: 'size',
    header: findingWords.size,
    width: '96px',
    minListPx: 660,
    align: 'end',
    sortable: true,
    cell: ({ sizeBytes }) =>
      sizeBytes === null ? <span className="faint">–</span> : <Bytes value={sizeBytes} />,
  },
];

function toFilterSort(sort: GridSort | null): FindingFilter['sort'] {
  if (sort === null) return null;
  const { column, descending } = sort;
  return column === 'path' || column === 'size' ? { column, descending } : null;
}

/** Findings of some kinds, of any number: searched, sorted, exported. A row opens to what to do. */
export function FindingList({
  uploadId,
  version,
  codes,
  onShowAll,
}: {
  readonly uploadId: number;
  /** Changes with the findings. */
  readonly version: string;
  readonly codes: readonly string[];
  /** Null if all kinds are shown. */
  readonly onShowAll: (() => void) | null;
}) {
  const [sort, setSort] = useState<GridSort | null>(null);
  const [search, setSearch] = useState('');
  const exporting = useCommand('preflight.exportFindings');
  const [savedPath, setSavedPath] = useState<string | null>(null);
  const filter = useStableValue<FindingFilter>({
    uploadId,
    severities: [],
    codes: [...codes],
    search,
    sort: toFilterSort(sort),
  });
  const fetchPage = useCallback(
    (offset: number, limit: number) => call('preflight.findings', { ...filter, offset, limit }),
    [filter],
  );
  const rows = usePagedList(fetchPage, version);
  async function exportFindings() {
    setSavedPath(null);
    const answer = await exporting.run(filter);
    if (answer.ok && answer.value !== null) setSavedPath(answer.value.path);
  }
  useMenuItem('export-csv', exporting.busy ? null : () => void exportFindings());
  return (
    <>
      <div className="findings-bar">
        <SearchField label={findingWords.search} value={search} onChange={setSearch} />
        <span className="muted" aria-live="polite">
          {rows.isLoaded ? findingWords.shown(rows.count) : ''}
        </span>
        <span className="spacer" />
        {onShowAll === null ? null : (
          <Button small variant="quiet" onPress={onShowAll}>
            {findingWords.showAll}
          </Button>
        )}
        <Button small icon="download" busy={exporting.busy} onPress={() => void exportFindings()}>
          {words.common.exportCsv}
        </Button>
      </div>
      {exporting.failure === null ? null : <FailureNotice failure={exporting.failure} />}
      {savedPath === null ? null : (
        <Notice
          tone="ok"
          title={words.upload.exported}
          action={<DismissButton onPress={() => setSavedPath(null)} />}
        >
          {words.common.savedTo(savedPath)}
        </Notice>
      )}
      {rows.failure === null ? null : <FailureNotice failure={rows.failure} onRetry={rows.refresh} />}
      {rows.isLoaded && rows.count === 0 ? (
        <p className="findings-about">{findingWords.noMatch}</p>
      ) : (
        <div
          className="problem-list"
          style={{ height: headerPx + rowPx * Math.min(maxVisibleRows, Math.max(2, rows.count)) }}
        >
          <DataGrid
            label={findingWords.list}
            columns={columns}
            rows={rows}
            rowPx={rowPx}
            sort={sort}
            onSort={setSort}
            renderDetail={FindingDetail}
            detailPx={detailPx}
            rowText={({ finding }) => finding.path}
            listKey={JSON.stringify(filter)}
          />
        </div>
      )}
    </>
  );
}

function FindingDetail({ finding }: FindingRow) {
  return (
    <div className="findings-detail">
      <strong>{findingTitle(finding.code)}.</strong> {findingText(finding)}
      <br />
      <strong>{findingWords.advice}:</strong> {findingAdvice(finding)}
    </div>
  );
}
