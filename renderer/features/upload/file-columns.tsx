import type { ItemView, ProgressView, UploadView } from '../../../preload/contract/views.ts';
import { percent } from '../../i18n/format.ts';
import { printable } from '../../i18n/printable.ts';
import { words } from '../../i18n/words.ts';
import { Bytes } from '../../ui/bytes.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { itemStatus } from '../../ui/upload-status.ts';
import { FilePath } from './file-path.tsx';

export type ActiveItem = ProgressView['active'][number];

/** A file, with what moves of it and how its upload stands: all that its row shows. */
export interface FileRow {
  readonly item: ItemView;
  readonly active: ActiveItem | null;
  readonly state: UploadView['state'];
}

const t = words.uploadFiles;

export const fileColumn: GridColumn<FileRow> = {
  id: 'path',
  header: t.file,
  width: 'minmax(220px, 4fr)',
  sortable: true,
  cell: ({ item }) => <FilePath path={item.path} />,
};

export const sizeColumn: GridColumn<FileRow> = {
  id: 'size',
  header: t.size,
  width: '76px',
  align: 'end',
  sortable: true,
  cell: ({ item }) => <Bytes value={item.sizeBytes} />,
};

export const transferColumn: GridColumn<FileRow> = {
  id: 'state',
  header: t.transfer,
  width: 'minmax(172px, 1.5fr)',
  sortable: true,
  cell: ({ item, active, state }) => {
    const { tone, icon, label, reason } = itemStatus(item, active, { state });
    const pill = (
      <StatusPill tone={tone} icon={icon}>
        {label}
      </StatusPill>
    );
    if (reason === null) return pill;
    // What was not sent has mostly no SHA-1: the reason takes that column's room too.
    return (
      <span
        className={`file-status${item.sha1 === null ? ' file-status-wide' : ''}`}
        title={`${label}: ${reason}`}
      >
        {pill}
        <span className="truncate muted">{reason}</span>
      </span>
    );
  },
};

export const fileColumns: readonly GridColumn<FileRow>[] = [
  fileColumn,
  {
    id: 'custodian',
    header: t.custodian,
    width: 'minmax(90px, 1fr)',
    sortable: true,
    cell: ({ item }) =>
      item.custodian === null ? (
        <span className="faint">{t.nobody}</span>
      ) : (
        <span title={printable(item.custodian)}>{printable(item.custodian)}</span>
      ),
  },
  sizeColumn,
  {
    id: 'sent',
    header: t.sent,
    width: '92px',
    cell: ({ item, active }) => <Sent item={item} active={active} />,
  },
  transferColumn,
  {
    id: 'sha1',
    header: t.sha1,
    width: '104px',
    cell: ({ item, active }) => {
      if (item.sha1 === null)
        return <span className="faint">{active?.activity === 'hashing' ? t.hashing : ''}</span>;
      return (
        <span className="mono muted" title={item.sha1}>
          {item.sha1.slice(0, 4)}…{item.sha1.slice(-4)}
        </span>
      );
    },
  },
];

function Sent({ item, active }: { readonly item: ItemView; readonly active: ActiveItem | null }) {
  if (item.state === 'skipped') return null;
  const done = item.state === 'accepted';
  const total = done ? 1 : Math.max(1, active?.parts.count ?? item.partCount ?? 1);
  const value = done ? 1 : (active?.parts.done ?? item.partsDone);
  return (
    <ProgressBar
      label={t.sentOf(item.path)}
      valueText={percent(value, total)}
      total={total}
      segments={[{ tone: done ? 'ok' : 'accent', value }]}
    />
  );
}
