import { useMemo, useState } from 'react';
import type { IgnoredComparison } from '../../../preload/contract/directory.ts';
import { printable } from '../../../preload/contract/printable.ts';
import { words } from '../../i18n/words.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx';
import { gridColumns, type RecordColumn, recordRows } from '../../ui/record-rows.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useCsvExport } from '../../ui/use-csv-export.tsx';

const directoryWords = words.directories;

interface Person {
  readonly name: string;
  /** Of the file; null for a person whom only the platform named. */
  readonly line: number | null;
  readonly outcome: keyof typeof directoryWords.outcomes;
}

const looks = {
  unexpected: { tone: 'warn', icon: 'alert' },
  missing: { tone: 'warn', icon: 'alert' },
  asPredicted: { tone: 'info', icon: 'info' },
} as const;

const columns: readonly RecordColumn<Person>[] = [
  {
    id: 'outcome',
    header: directoryWords.outcome,
    width: '320px',
    value: ({ outcome }) => directoryWords.outcomes[outcome],
    cell: ({ outcome }) => <StatusPill {...looks[outcome]}>{directoryWords.outcomes[outcome]}</StatusPill>,
  },
  { id: 'line', header: directoryWords.line, width: '80px', align: 'end', value: ({ line }) => line },
  {
    id: 'person',
    header: directoryWords.person,
    width: 'minmax(160px, 1fr)',
    value: ({ name }) => printable(name),
  },
];
const shownColumns = gridColumns(columns);
const rowPx = 32;
const headerPx = 40;

/** Everybody whom the sync ignored or was expected to (platform-interface 2.11): differences first. */
export function IgnoredPeople({ compared }: { readonly compared: IgnoredComparison }) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const people = useMemo(() => peopleOf(compared), [compared]);
  const found = useMemo(() => recordRows(people, columns, { search, sort }), [people, search, sort]);
  const rows = useLocalRows(found);
  const csv = useCsvExport(
    found.length === 0
      ? null
      : () => ({
          name: directoryWords.peopleCsvName,
          columns: columns.map(({ header }) => header),
          rows: found.map((row) => columns.map(({ value }) => value(row))),
        }),
    { inMenu: false },
  );
  if (people.length === 0) return null;
  return (
    <Card title={directoryWords.ignoredPeople} actions={csv.button} bare>
      <div className="directory-findings-bar">
        <SearchField label={directoryWords.searchPeople} value={search} onChange={setSearch} />
        <span className="muted" role="status">
          {directoryWords.peopleFound(found.length)}
        </span>
      </div>
      {csv.notice}
      <div className="directory-findings" style={{ height: headerPx + rowPx * Math.max(1, found.length) }}>
        <DataGrid
          label={directoryWords.ignoredPeople}
          columns={shownColumns}
          rows={rows}
          rowPx={rowPx}
          sort={sort}
          onSort={setSort}
          rowText={(row) => columns.map(({ value }) => value(row) ?? '').join('\t')}
          listKey={JSON.stringify({ search, sort })}
        />
      </div>
    </Card>
  );
}

function peopleOf({ unexpected, missing, asPredicted }: IgnoredComparison): readonly Person[] {
  const inFile = (outcome: Person['outcome']) => (person: IgnoredComparison['missing'][number]) => ({
    name: person.userPrincipalName,
    line: person.line,
    outcome,
  });
  return [
    ...unexpected.map((name) => ({ name, line: null, outcome: 'unexpected' as const })),
    ...missing.map(inFile('missing')),
    ...asPredicted.map(inFile('asPredicted')),
  ];
}
