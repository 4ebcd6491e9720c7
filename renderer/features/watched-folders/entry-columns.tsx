import { printable } from '../../../preload/contract/texts/printable.ts';
import type { LedgerEntryView } from '../../../preload/contract/watch/watched-folder.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { bytesColumn, pathColumn, pillColumn } from '../../shared/columns.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { entryNotes, entryReason, entryStatus } from './watch-status.ts';

const fileWords = words.watchFiles;

/** A version of a file in the history. */
export const entryColumns: readonly GridColumn<LedgerEntryView>[] = [
  pathColumn(fileWords.file, 'minmax(180px, 3fr)', ({ path }) => path, { sortable: true }),
  bytesColumn(fileWords.size, '76px', ({ sizeBytes }) => sizeBytes, { sortable: true }),
  pillColumn('status', fileWords.status, '150px', entryStatus, { sortable: true }),
  {
    id: 'note',
    header: fileWords.kind,
    width: 'minmax(120px, 3fr)',
    minListPx: 620,
    cell: (entry) => {
      const reason = entryReason(entry);
      const note = [...(reason === null ? [] : [reason]), ...entryNotes(entry)].map(printable).join(' · ');
      return (
        <span className="muted" title={note}>
          {note}
        </span>
      );
    },
  },
  {
    id: 'custodian',
    sortable: true,
    header: fileWords.custodian,
    width: 'minmax(90px, 1fr)',
    minListPx: 760,
    cell: ({ custodian, itemId, otherCustodian }) =>
      itemId === null && otherCustodian === null ? (
        <span className="faint">–</span>
      ) : custodian === null ? (
        <span className="faint">{words.common.noCustodian}</span>
      ) : (
        <span title={printable(custodian)}>{printable(custodian)}</span>
      ),
  },
  {
    id: 'taken',
    sortable: true,
    header: fileWords.taken,
    width: '172px',
    // Where there is less room, why a file needs a person is worth more. The row's details have the time.
    minListPx: 1100,
    cell: ({ takenAt }) => <span className="small muted">{takenAt === null ? '–' : time(takenAt)}</span>,
  },
];
