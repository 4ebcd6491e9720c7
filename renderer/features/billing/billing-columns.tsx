import { words } from '../../i18n/words.ts';
import { csvColumn, textColumn, timeColumn } from '../../shared/columns.tsx';
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

type SizeOf = (row: BilledRow) => number | null;
const billedBytes = (id: string, header: string, minListPx: number, value: SizeOf): Column => ({
  ...{ id, header, width: '92px', align: 'end', minListPx, value },
  cell: (row) => <Size value={value(row)} />,
});
const billedGb = (id: string, header: string, minListPx: number, value: SizeOf): Column => ({
  ...{ id, header, width: '100px', align: 'end', minListPx, value },
  cell: (row) => <Gb value={value(row)} />,
});

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
  billedGb('peak', billingWords.billed, 0, (row) => peakOf(row).billableGb),
  billedGb(
    'final',
    isCurrent ? billingWords.final(true) : billingWords.finalShort,
    0,
    (row) => finalOf(row).billableGb,
  ),
  billedGb('ecaPeak', billingWords.ecaName, 860, ({ sizes }) => sizes.peak.eca.billableGb),
  billedBytes('native', billingWords.native, 970, (row) => peakOf(row).nativeBytes),
  billedBytes('processed', billingWords.processed, 1080, (row) => peakOf(row).processedBytes),
  billedBytes('produced', billingWords.produced, 1190, (row) => peakOf(row).producedBytes),
];

const listColumns = (isCurrent: boolean): readonly Column[] => [
  nameColumn,
  kindColumn,
  textColumn('billedAs', billingWords.billedAs, '96px', ({ status }) => stateName(status?.billingState), {
    minListPx: 760,
  }),
  {
    id: 'state',
    header: billingWords.state,
    width: '124px',
    value: ({ status }) => stateName(status?.finalState),
    cell: ({ status }) => <StatePill state={status?.finalState} />,
  },
  ...sizeColumns(isCurrent),
  textColumn('documents', billingWords.documents, '118px', documentsOf, { minListPx: 1330 }),
  textColumn('eca', billingWords.ecaProject, '88px', ({ eca }) => yesNo(eca), { minListPx: 1430 }),
  timeColumn('created', billingWords.created, ({ created }) => created, { minListPx: 1620 }),
];
/** States have no state, and nothing to open. */
const parentColumns = (isCurrent: boolean): readonly Column[] => [nameColumn, ...sizeColumns(isCurrent)];

/** What doesn't fit is in the row's detail. The current month has no final size yet. */
export const billedColumns = {
  current: { list: listColumns(true), parent: parentColumns(true) },
  past: { list: listColumns(false), parent: parentColumns(false) },
} as const;

/** Every number of a row, for a spreadsheet: final and peak, standard and ECA, in whole bytes. */
export const billedCsvColumns: readonly Column[] = [
  csvColumn(billingWords.rowKind, kindOf),
  nameColumn,
  csvColumn(billingWords.id, ({ id }) => id),
  csvColumn(billingWords.database, ({ database }) => database?.name ?? null),
  csvColumn(billingWords.databaseId, ({ database }) => database?.id ?? null),
  csvColumn<BilledRow>(`${billingWords.created} (UTC)`, ({ created }) => created),
  csvColumn(billingWords.ecaName, ({ eca }) => yesNo(eca)),
  csvColumn(billingWords.partialOnly, ({ partial }) => yesNo(partial)),
  csvColumn(billingWords.billedAs, ({ status }) => status?.billingState ?? null),
  csvColumn(billingWords.stateAtEnd(false), ({ status }) => status?.finalState ?? null),
  ...(['suspended', 'frozen', 'deletionRequested', 'deleted'] as const).map((name) =>
    csvColumn<BilledRow>(`${billingWords.timestamps[name]} (UTC)`, ({ status }) => status?.[name] ?? null),
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
        csvColumn<BilledRow>(
          `${basis === 'peak' ? billingWords.peak : billingWords.finalShort}, ${storage === 'eca' ? billingWords.ecaName : billingWords.standard}: ${header}`,
          ({ sizes }) => sizes[basis][storage][field],
        ),
      ),
    ),
  ),
  ...(['total', 'prepaid', 'onDemand'] as const).map((name) =>
    csvColumn<BilledRow>(billingWords.creditColumns[name], ({ credits }) => credits?.[name] ?? null),
  ),
];
