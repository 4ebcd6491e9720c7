import { timeText } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { StatePill } from '../../shared/state-pill.tsx';
import type { BilledRow } from './billed-rows.ts';
import { type BilledSize, totalSize } from './billed-sizes.ts';
import { stateName } from './billing-state.ts';
import { Gb, Size } from './size-table.tsx';

const billingWords = words.billing;

type Column = RecordColumn<BilledRow>;

const peakOf = ({ sizes }: BilledRow): BilledSize => totalSize(sizes.peak);
const finalOf = ({ sizes }: BilledRow): BilledSize => totalSize(sizes.final);
const kindOf = ({ kind }: BilledRow): string => billingWords.kinds[kind];
const yesNo = (value: boolean | null): string | null =>
  value === null ? null : value ? billingWords.yes : billingWords.no;
/** A database is neither. */
export const documentsOf = ({ partial }: BilledRow): string | null =>
  partial === null ? null : partial ? billingWords.partial : billingWords.complete;

function sizeColumn(
  id: string,
  header: string,
  minListPx: number,
  value: (row: BilledRow) => number | null,
): Column {
  return {
    id,
    header,
    width: '92px',
    align: 'end',
    minListPx,
    value,
    cell: (row) => <Size value={value(row)} />,
  };
}

function gbColumn(
  id: string,
  header: string,
  minListPx: number,
  value: (row: BilledRow) => number | null,
): Column {
  return {
    id,
    header,
    width: '100px',
    align: 'end',
    minListPx,
    value,
    cell: (row) => <Gb value={value(row)} />,
  };
}

const nameColumn: Column = {
  id: 'name',
  header: billingWords.name,
  width: 'minmax(130px, 3fr)',
  value: ({ name }) => name,
  cell: ({ name, kind }) => (
    <span className={`billing-name billing-name-${kind}`} title={name}>
      {name}
    </span>
  ),
};
const kindColumn: Column = { id: 'kind', header: billingWords.rowKind, width: '72px', value: kindOf };
const sizeColumns = (isCurrent: boolean): readonly Column[] => [
  gbColumn('peak', billingWords.billed, 0, (row) => peakOf(row).billableGb),
  gbColumn(
    'final',
    isCurrent ? billingWords.final(true) : billingWords.finalShort,
    0,
    (row) => finalOf(row).billableGb,
  ),
  gbColumn('ecaPeak', billingWords.ecaName, 860, ({ sizes }) => sizes.peak.eca.billableGb),
  sizeColumn('native', billingWords.native, 970, (row) => peakOf(row).nativeBytes),
  sizeColumn('processed', billingWords.processed, 1080, (row) => peakOf(row).processedBytes),
  sizeColumn('produced', billingWords.produced, 1190, (row) => peakOf(row).producedBytes),
];

const listColumns = (isCurrent: boolean): readonly Column[] => [
  nameColumn,
  kindColumn,
  {
    id: 'billedAs',
    header: billingWords.billedAs,
    width: '96px',
    minListPx: 760,
    value: ({ status }) => stateName(status?.billingState),
  },
  {
    id: 'state',
    header: billingWords.state,
    width: '124px',
    value: ({ status }) => stateName(status?.finalState),
    cell: ({ status }) => <StatePill state={status?.finalState} />,
  },
  ...sizeColumns(isCurrent),
  {
    id: 'documents',
    header: billingWords.documents,
    width: '118px',
    minListPx: 1330,
    value: documentsOf,
  },
  {
    id: 'eca',
    header: billingWords.ecaProject,
    width: '88px',
    minListPx: 1430,
    value: ({ eca }) => yesNo(eca),
  },
  {
    id: 'created',
    header: billingWords.created,
    width: '176px',
    minListPx: 1620,
    // As it comes, so that it sorts by time.
    value: ({ created }) => created,
    cell: ({ created }) => timeText(created),
  },
];

/** States have no state, and nothing to open. */
const parentColumns = (isCurrent: boolean): readonly Column[] => [nameColumn, ...sizeColumns(isCurrent)];

/** What doesn't fit is in the row's detail. The current month has no final size yet. */
export const billedColumns = {
  current: { list: listColumns(true), parent: parentColumns(true) },
  past: { list: listColumns(false), parent: parentColumns(false) },
} as const;

const csvColumn = (header: string, value: Column['value']): Column => ({
  id: header,
  header,
  width: '',
  value,
});

/** Every number of a row, for a spreadsheet: final and peak, standard and ECA, in whole bytes. */
export const billedCsvColumns: readonly Column[] = [
  csvColumn(billingWords.rowKind, kindOf),
  nameColumn,
  csvColumn(billingWords.id, ({ id }) => id),
  csvColumn(billingWords.database, ({ database }) => database?.name ?? null),
  csvColumn(billingWords.databaseId, ({ database }) => database?.id ?? null),
  csvColumn(`${billingWords.created} (UTC)`, ({ created }) => created),
  csvColumn(billingWords.ecaName, ({ eca }) => yesNo(eca)),
  csvColumn(billingWords.partialOnly, ({ partial }) => yesNo(partial)),
  csvColumn(billingWords.billedAs, ({ status }) => status?.billingState ?? null),
  csvColumn(billingWords.stateAtEnd(false), ({ status }) => status?.finalState ?? null),
  ...(['suspended', 'frozen', 'deletionRequested', 'deleted'] as const).map((name) =>
    csvColumn(`${billingWords.timestamps[name]} (UTC)`, ({ status }) => status?.[name] ?? null),
  ),
  ...(['peak', 'final'] as const).flatMap((basis) =>
    (['standard', 'eca'] as const).flatMap((storage) =>
      (
        [
          ['billableGb', `${billingWords.billable} (GB)`],
          ['nativeBytes', `${billingWords.native} (bytes)`],
          ['processedBytes', `${billingWords.processed} (bytes)`],
          ['producedBytes', `${billingWords.produced} (bytes)`],
        ] as const
      ).map(([field, header]) =>
        csvColumn(
          `${basis === 'peak' ? billingWords.peak : billingWords.finalShort}, ${storage === 'eca' ? billingWords.ecaName : billingWords.standard}: ${header}`,
          ({ sizes }) => sizes[basis][storage][field],
        ),
      ),
    ),
  ),
  ...(['total', 'prepaid', 'onDemand'] as const).map((name) =>
    csvColumn(billingWords.creditColumns[name], ({ credits }) => credits?.[name] ?? null),
  ),
];
