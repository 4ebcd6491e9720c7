import { expect, it } from 'vitest';
import { words } from '../../i18n/words.ts';
import { recordRows } from '../../shared/record-rows.ts';
import { databaseRows, parentRows } from './billed-rows.ts';
import { billedCsvColumns } from './billing-columns.tsx';

const size = (billableGb: number) => ({
  peakSize: { standard: { billableGb, nativeBytes: 1_000 }, eca: { billableGb: 0.5, nativeBytes: 7 } },
  finalSize: { standard: { billableGb: 1, processedBytes: 20 } },
});
const databases = [
  {
    id: 1,
    name: 'Doe',
    created: '2025-01-01T00:00:00Z',
    monthBilling: size(9),
    monthStatus: { billingState: 'ACTIVE', finalState: 'SUSPENDED', suspended: '2026-11-02T00:00:00Z' },
    creditUsage: { total: 12, prepaid: 10, onDemand: 2 },
    projects: [
      {
        id: 10,
        name: 'doe-review',
        displayName: 'Doe review',
        created: '2025-02-01T00:00:00Z',
        eca: true,
        partial: false,
        monthBilling: size(8),
        monthStatus: { billingState: 'ACTIVE', finalState: 'ACTIVE' },
      },
      { id: 11, name: 'Privilege' },
    ],
  },
  { id: 2, name: 'Roe' },
];

/** A row of the CSV by its headers. */
function csv(rows: ReturnType<typeof databaseRows>) {
  return recordRows(rows, billedCsvColumns, { search: '', sort: null }).map((row) =>
    Object.fromEntries(billedCsvColumns.map(({ header, value }) => [header, value(row)])),
  );
}

it('has each database with its projects below it, in one list', () => {
  expect(databaseRows(databases).map(({ kind, name, database }) => [kind, name, database?.id])).toEqual([
    ['database', 'Doe', 1],
    ['project', 'Doe review', 1],
    ['project', 'Privilege', 1],
    ['database', 'Roe', 2],
  ]);
});

it('has every field of both in the CSV, with sizes by type and storage, and nothing where none is reported', () => {
  const [doe, review, privilege] = csv(databaseRows(databases));
  expect(doe).toMatchObject({
    Kind: 'Database',
    ID: 1,
    'Database ID': 1,
    'Created (UTC)': '2025-01-01T00:00:00Z',
    'Billed as': 'ACTIVE',
    'State at month end': 'SUSPENDED',
    'Suspended (UTC)': '2026-11-02T00:00:00Z',
    ECA: null,
    'Peak, Standard: Billable (GB)': 9,
    'Peak, ECA: Native (bytes)': 7,
    'Final, Standard: Processed (bytes)': 20,
    'AI credits': 12,
    'AI credits, on demand': 2,
  });
  expect(review).toMatchObject({
    Kind: 'Project',
    Name: 'Doe review',
    Database: 'Doe',
    ECA: 'Yes',
    Partial: 'No',
  });
  expect(privilege).toMatchObject({ 'Billed as': null, 'Peak, Standard: Billable (GB)': null });
});

it('has a parent organization by state, with bytes, and its credits in the total', () => {
  const rows = csv(
    parentRows({
      active: size(9),
      suspended: size(1),
      frozen: null,
      creditUsage: { total: 5, prepaid: 5, onDemand: 0 },
    }),
  );
  const { active, suspended, frozen } = words.billing.parentStates;
  expect(rows.map(({ Name }) => Name)).toEqual([active, suspended, frozen, words.billing.total]);
  expect(rows[2]?.['Peak, Standard: Native (bytes)']).toBeNull();
  expect(rows[3]).toMatchObject({
    'Peak, Standard: Billable (GB)': 10,
    'Peak, Standard: Native (bytes)': 2_000,
    'AI credits': 5,
  });
});
