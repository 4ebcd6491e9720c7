import type {
  DatabaseBillingRecord,
  ProjectBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/printable.ts';
import { words } from '../../i18n/words.ts';
import { type BilledSize, billedMonth, totalSize } from '../../state/billing/billed-sizes.ts';
import type { RecordColumn } from '../../ui/record-rows.ts';
import { StatePill } from '../../ui/state-pill.tsx';
import { stateName } from './billing-state.ts';
import { Gb, Size } from './size-table.tsx';

const billingWords = words.billing;

type BillingRecord = DatabaseBillingRecord | ProjectBillingRecord;

export function billedName(record: BillingRecord): string {
  const displayName = typeof record['displayName'] === 'string' ? record['displayName'] : '';
  return printable(displayName || record.name || billingWords.unnamed(record.id));
}

const peakOf = (record: BillingRecord): BilledSize => totalSize(billedMonth(record.monthBilling).peak);
const finalOf = (record: BillingRecord): BilledSize => totalSize(billedMonth(record.monthBilling).final);

const nameColumn: RecordColumn<BillingRecord> = {
  id: 'name',
  header: billingWords.name,
  width: 'minmax(140px, 3fr)',
  value: billedName,
  cell: (record) => (
    <span className="billing-name" title={billedName(record)}>
      {billedName(record)}
    </span>
  ),
};

const stateColumn: RecordColumn<BillingRecord> = {
  id: 'state',
  header: billingWords.state,
  width: '124px',
  value: ({ monthStatus }) => stateName(monthStatus?.finalState),
  cell: ({ monthStatus }) => <StatePill state={monthStatus?.finalState} />,
};

function sizeColumn(
  id: string,
  header: string,
  minListPx: number,
  value: (record: BillingRecord) => number | null,
): RecordColumn<BillingRecord> {
  return {
    id,
    header,
    width: '92px',
    align: 'end',
    minListPx,
    value,
    cell: (record) => <Size value={value(record)} />,
  };
}

function gbColumn(
  id: string,
  header: string,
  minListPx: number,
  value: (record: BillingRecord) => number | null,
): RecordColumn<BillingRecord> {
  return {
    id,
    header,
    width: '104px',
    align: 'end',
    minListPx,
    value,
    cell: (record) => <Gb value={value(record)} />,
  };
}

/** `takenPx`: by columns that other lists don't have. */
function sizeColumns(takenPx: number): readonly RecordColumn<BillingRecord>[] {
  return [
    gbColumn('peak', billingWords.billed, 0, (record) => peakOf(record).billableGb),
    gbColumn('final', billingWords.finalShort, 0, (record) => finalOf(record).billableGb),
    gbColumn(
      'eca',
      billingWords.ecaName,
      690 + takenPx,
      (record) => billedMonth(record.monthBilling).peak.eca.billableGb,
    ),
    sizeColumn('native', billingWords.native, 800 + takenPx, (record) => peakOf(record).nativeBytes),
    sizeColumn('processed', billingWords.processed, 905 + takenPx, (record) => peakOf(record).processedBytes),
    sizeColumn('produced', billingWords.produced, 1015 + takenPx, (record) => peakOf(record).producedBytes),
  ];
}

export const databaseColumns: readonly RecordColumn<DatabaseBillingRecord>[] = [
  nameColumn,
  stateColumn,
  ...sizeColumns(0),
];

export const projectColumns: readonly RecordColumn<ProjectBillingRecord>[] = [
  nameColumn,
  {
    id: 'partial',
    header: billingWords.kind,
    width: '118px',
    minListPx: 700,
    value: ({ partial }) =>
      partial == null ? billingWords.notReported : partial ? billingWords.partial : billingWords.complete,
  },
  stateColumn,
  ...sizeColumns(135),
];

/** Every number of a record, for a spreadsheet: final and peak, standard and ECA, in whole bytes. */
const csvSizes: readonly RecordColumn<BillingRecord>[] = (['peak', 'final'] as const).flatMap((basis) =>
  (['standard', 'eca'] as const).flatMap((storage) =>
    (
      [
        ['billableGb', `${billingWords.billable} (GB)`],
        ['nativeBytes', `${billingWords.native} (bytes)`],
        ['processedBytes', `${billingWords.processed} (bytes)`],
        ['producedBytes', `${billingWords.produced} (bytes)`],
      ] as const
    ).map(
      ([field, header]): RecordColumn<BillingRecord> => ({
        id: `${basis} ${storage} ${field}`,
        header: `${basis === 'peak' ? billingWords.peak : billingWords.finalShort}, ${storage === 'eca' ? billingWords.ecaName : billingWords.standard}: ${header}`,
        width: '',
        value: (record) => billedMonth(record.monthBilling)[basis][storage][field],
      }),
    ),
  ),
);

const csvStates: readonly RecordColumn<BillingRecord>[] = [
  { id: 'id', header: billingWords.id, width: '', value: ({ id }) => id },
  {
    id: 'billedAs',
    header: billingWords.billedAs,
    width: '',
    value: ({ monthStatus }) => monthStatus?.billingState ?? null,
  },
  {
    id: 'finalState',
    header: billingWords.stateAtEnd(false),
    width: '',
    value: ({ monthStatus }) => monthStatus?.finalState ?? null,
  },
  ...(['suspended', 'frozen', 'deletionRequested', 'deleted'] as const).map(
    (name): RecordColumn<BillingRecord> => ({
      id: name,
      header: `${billingWords.timestamps[name]} (UTC)`,
      width: '',
      value: ({ monthStatus }) => monthStatus?.[name] ?? null,
    }),
  ),
];

export const csvColumns: readonly RecordColumn<BillingRecord>[] = [nameColumn, ...csvStates, ...csvSizes];

export const databaseCsvColumns: readonly RecordColumn<DatabaseBillingRecord>[] = [
  ...csvColumns,
  ...(['total', 'prepaid', 'onDemand'] as const).map(
    (name): RecordColumn<DatabaseBillingRecord> => ({
      id: name,
      header: billingWords.creditColumns[name],
      width: '',
      value: ({ creditUsage }) => creditUsage?.[name] ?? null,
    }),
  ),
];
