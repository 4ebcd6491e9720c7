import { useCallback, useState } from 'react';
import type {
  FindingFilter,
  FindingGroup,
  FindingRow,
} from '../../../../preload/contract/calls/preflight-calls.ts';
import { findingAdvice, findingText, findingTitle } from '../../../../preload/contract/texts/finding-text.ts';
import { severities as allSeverities, type Severity } from '../../../../preload/contract/views/finding.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { bytesColumn, pathColumn } from '../../../shared/columns.tsx';
import { call } from '../../../state/bridge.ts';
import { useMenuItem } from '../../../state/menu.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { useStableValue } from '../../../state/use-stable-value.ts';
import { Button } from '../../../ui/button.tsx';
import { DataGrid, type GridColumn, type GridSort } from '../../../ui/data-grid.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { useSaveFile } from '../../../ui/use-save-file.tsx';
import { ChoiceHistory } from './choice-history.tsx';
import { SeverityPill } from './severity-pill.tsx';
import type { ChooseFindings } from './use-choose-findings.ts';

const findingWords = words.findings;
/** Two lines, because a finding is a sentence. */
const rowPx = 48;
const detailPx = 84;

const columns: readonly GridColumn<FindingRow>[] = [
  pathColumn(findingWords.path, 'minmax(150px, 1fr)', ({ finding }) => finding.path, { sortable: true }),
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
  bytesColumn(findingWords.size, '96px', ({ sizeBytes }) => sizeBytes, { sortable: true, minListPx: 660 }),
];

function toFilterSort(sort: GridSort | null): FindingFilter['sort'] {
  if (sort === null) return null;
  const { column, descending } = sort;
  return column === 'path' || column === 'size' ? { column, descending } : null;
}

/** Findings of some kinds, of any number: searched, sorted, exported. A row opens to what to do. */
export function FindingList({
  upload,
  version,
  groups,
  code,
  choose,
  onShowKind,
}: {
  readonly upload: UploadView;
  /** Changes with the findings. */
  readonly version: string;
  readonly groups: readonly FindingGroup[];
  /** The kind that is shown; null for all. */
  readonly code: string | null;
  readonly choose: ChooseFindings;
  readonly onShowKind: (code: string | null) => void;
}) {
  const uploadId = upload.id;
  const isOneKind = code !== null;
  const severities = allSeverities.filter((each) => groups.some(({ severity }) => severity === each));
  const [sort, setSort] = useState<GridSort | null>(null);
  const [search, setSearch] = useState('');
  const [severity, setSeverity] = useState<Severity | 'all'>('all');
  const csv = useSaveFile('save-findings', 'exports.findings');
  const shownSeverity = isOneKind || severity === 'all' || !severities.includes(severity) ? null : severity;
  const filter = useStableValue<FindingFilter>({
    uploadId,
    severities: shownSeverity === null ? [] : [shownSeverity],
    codes: code === null ? groups.map((group) => group.code) : [code],
    search,
    sort: toFilterSort(sort),
  });
  const fetchPage = useCallback(
    (offset: number, limit: number) => call('preflight.findings', { ...filter, offset, limit }),
    [filter],
  );
  const rows = usePagedList(fetchPage, version);
  const exportFindings = () =>
    csv.save({ name: words.fileNames.findings(upload.name) }, (path) => ({ ...filter, path }));
  useMenuItem('export-csv', csv.busy ? null : exportFindings);
  const isFiltered = isOneKind || shownSeverity !== null || search.trim() !== '';
  const { busy, chooseFile } = choose;
  const detail = useCallback(
    (row: FindingRow) => <FindingDetail row={row} busy={busy} onChoose={chooseFile} />,
    [busy, chooseFile],
  );
  return (
    <>
      <div className="findings-bar">
        <SearchField label={findingWords.search} value={search} onChange={setSearch} />
        <Select
          label={findingWords.kindFilter}
          value={code ?? ''}
          onChange={(chosen) => onShowKind(chosen === '' ? null : chosen)}
          options={[
            { value: '', label: findingWords.allKinds },
            ...groups.map((group) => ({
              value: group.code,
              label: findingWords.ofKind(findingTitle(group.code), group.findings),
            })),
          ]}
        />
        {isOneKind || severities.length < 2 ? null : (
          <SegmentedControl
            label={findingWords.severityFilter}
            options={[
              { value: 'all' as const, label: findingWords.allSeverities },
              ...severities.map((value) => ({ value, label: findingWords.severitiesOf[value] })),
            ]}
            value={shownSeverity ?? 'all'}
            onChange={setSeverity}
          />
        )}
        <span className="muted" aria-live="polite">
          {rows.isLoaded ? findingWords.shown(rows.count) : ''} {choose.announcement}
        </span>
        <span className="spacer" />
        {/* Without a filter, this would be most of the evidence. */}
        {isFiltered && rows.count > 0 ? (
          <>
            <Button small disabled={busy} onPress={() => void choose.chooseAll(filter, 'deselected')}>
              {findingWords.excludeShown}
            </Button>
            <Button small disabled={busy} onPress={() => void choose.chooseAll(filter, 'selected')}>
              {findingWords.keepShown}
            </Button>
          </>
        ) : null}
        <ChoiceHistory uploadId={uploadId} version={version} onUndone={() => undefined} />
        <Button small icon="download" busy={csv.busy} onPress={exportFindings}>
          {words.common.exportCsv}
        </Button>
      </div>
      {csv.notice}
      <FailureNotice failure={rows.failure} onRetry={rows.refresh} />
      {rows.isLoaded && rows.count === 0 ? (
        <p className="findings-about">{findingWords.noMatch}</p>
      ) : (
        <DataGrid
          label={findingWords.list}
          columns={columns}
          rows={rows}
          rowPx={rowPx}
          sort={sort}
          onSort={setSort}
          renderDetail={detail}
          detailPx={detailPx}
          rowText={({ finding }) => finding.path}
          listKey={JSON.stringify(filter)}
        />
      )}
    </>
  );
}

/** What it is, what to do, and the choice for this one file. */
function FindingDetail({
  row: { finding, state },
  busy,
  onChoose,
}: {
  readonly row: FindingRow;
  readonly busy: boolean;
  readonly onChoose: (id: number, choice: 'selected' | 'deselected') => Promise<void>;
}) {
  const { itemId } = finding;
  return (
    <div className="findings-detail">
      <p className="findings-detail-text">
        <strong>{findingTitle(finding.code)}.</strong> {findingText(finding)}
        <br />
        <strong>{findingWords.advice}:</strong> {findingAdvice(finding)}
      </p>
      {itemId === null || (state !== 'queued' && state !== 'skipped') ? null : (
        <Button
          small
          disabled={busy}
          onPress={() => void onChoose(itemId, state === 'queued' ? 'deselected' : 'selected')}
        >
          {state === 'queued' ? findingWords.excludeFile : findingWords.keepFile}
        </Button>
      )}
    </div>
  );
}
