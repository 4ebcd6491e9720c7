import { exceptionLabel, findingsCell } from '../../../preload/contract/texts/exception-text.ts';
import { findingTitle } from '../../../preload/contract/texts/finding-text.ts';
import { trialStatusLabels } from '../../../preload/contract/texts/locked-file-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { ItemView, ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { percent } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { bytesColumn, pathColumn, textColumn } from '../../shared/columns.tsx';
import { itemStatus } from '../../shared/upload-status.ts';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';

export type ActiveItem = ProgressView['active'][number];

/** Everything a row shows: the file, its progress while it is being worked on, and what its upload does. */
export interface FileRow {
  readonly item: ItemView;
  readonly active: ActiveItem | null;
  readonly state: UploadView['state'];
  readonly isWaiting: boolean;
}

export const fileColumn: GridColumn<FileRow> = pathColumn(
  words.uploadFiles.file,
  'minmax(172px, 4fr)',
  ({ item }) => item.path,
  { sortable: true },
);

export const sizeColumn: GridColumn<FileRow> = bytesColumn(
  words.uploadFiles.size,
  '76px',
  ({ item }) => item.sizeBytes,
  { sortable: true },
);

const statusColumn: GridColumn<FileRow> = {
  id: 'state',
  header: words.uploadFiles.status,
  // "Accepted" beside "Needs review".
  width: 'minmax(244px, 1.5fr)',
  sortable: true,
  overflows: true,
  cell: ({ item, active, ...upload }) => {
    const { tone, icon, label, reason } = itemStatus(item, active, upload);
    const pill = <StatusPill tone={tone} icon={icon} label={label} />;
    if (reason === null)
      return item.findings.length === 0 ? (
        pill
      ) : (
        <span className={`file-list-status${item.sha1 === null ? ' file-list-status-wide' : ''}`}>
          {pill}
          <FileFindings item={item} />
        </span>
      );
    // A file with a reason rarely has a SHA-1, so the reason extends over that column.
    return (
      <span
        className={`file-list-status${item.sha1 === null ? ' file-list-status-wide' : ''}`}
        title={`${label}: ${reason}`}
      >
        {pill}
        <span className="truncate muted">{reason}</span>
      </span>
    );
  },
};

/** What was found of it, in a word; nothing for what is only good to know. */
function FileFindings({ item }: { readonly item: ItemView }) {
  const { exception, findings, findingCount } = item;
  const [worst] = findings;
  if (worst === undefined || (exception === null && worst.severity === 'info')) return null;
  const isOpened = exception === null && worst.code === 'encrypted' && worst.details.isOpened === true;
  const found = exception === null ? findingTitle(worst.code) : exceptionLabel(exception, worst);
  const label = isOpened ? trialStatusLabels.opened : found;
  const tone = isOpened ? 'ok' : worst.severity === 'error' ? 'bad' : 'warn';
  return (
    <span className="file-list-found" title={findingsCell(findings, findingCount) ?? label}>
      <StatusPill tone={tone} icon={isOpened ? 'check' : 'alert'} label={label} />
    </span>
  );
}

export const custodianColumn: GridColumn<FileRow> = textColumn(
  'custodian',
  words.uploadFiles.custodian,
  'minmax(90px, 1fr)',
  ({ item }) => item.custodian,
  { minListPx: 620, sortable: true, missing: words.common.noCustodian },
);

export const fileColumns: readonly GridColumn<FileRow>[] = [
  fileColumn,
  custodianColumn,
  sizeColumn,
  {
    id: 'progress',
    header: words.uploadFiles.progress,
    width: '92px',
    minListPx: 740,
    cell: ({ item, active }) => <FileProgress item={item} active={active} />,
  },
  statusColumn,
  {
    id: 'sha1',
    header: words.uploadFiles.sha1,
    width: '104px',
    minListPx: 940,
    cell: ({ item, active }) => {
      if (item.sha1 === null)
        return (
          <span className="faint">{active?.activity === 'hashing' ? words.uploadFiles.hashing : ''}</span>
        );
      return (
        <span className="mono muted" title={item.sha1}>
          {item.sha1.slice(0, 4)}…{item.sha1.slice(-4)}
        </span>
      );
    },
  },
];

function FileProgress({ item, active }: { readonly item: ItemView; readonly active: ActiveItem | null }) {
  if (item.state === 'skipped' || item.link !== null) return null;
  const isAccepted = item.state === 'accepted';
  const total = isAccepted ? 1 : Math.max(1, active?.parts.count ?? item.partCount ?? 1);
  const value = isAccepted ? 1 : (active?.parts.done ?? item.partsDone);
  return (
    <ProgressBar
      label={words.uploadFiles.progressOf(printable(item.path))}
      valueText={percent(value, total)}
      total={total}
      segments={[{ tone: isAccepted ? 'ok' : 'accent', value }]}
    />
  );
}
