import { useMemo } from 'react';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { IgnoredComparison } from '../../../preload/contract/views/directory.ts';
import { words } from '../../i18n/words.ts';
import { pillColumn, textColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { ListCard } from './list-card.tsx';

const directoryWords = words.directories;

interface Person {
  readonly name: string;
  /** The line of the file, or null for a person whom only the platform named. */
  readonly line: number | null;
  readonly outcome: keyof typeof directoryWords.outcomes;
}

const looks = {
  unexpected: { tone: 'warn', icon: 'alert' },
  missing: { tone: 'warn', icon: 'alert' },
  asPredicted: { tone: 'info', icon: 'info' },
} as const;

const columns: readonly RecordColumn<Person>[] = [
  pillColumn('outcome', directoryWords.outcome, '320px', ({ outcome }) => ({
    ...looks[outcome],
    label: directoryWords.outcomes[outcome],
  })),
  { id: 'line', header: directoryWords.line, width: '80px', align: 'end', value: ({ line }) => line },
  textColumn('person', directoryWords.person, 'minmax(160px, 1fr)', ({ name }) => printable(name)),
];

/** Everybody whom the sync ignored or was expected to (platform-interface 2.11): differences first. */
export function IgnoredPeople({ compared }: { readonly compared: IgnoredComparison }) {
  const people = useMemo(() => peopleOf(compared), [compared]);
  if (people.length === 0) return null;
  return (
    <ListCard
      title={directoryWords.ignoredPeople}
      records={people}
      columns={columns}
      searchLabel={directoryWords.searchPeople}
      countText={directoryWords.peopleFound}
      csvName={directoryWords.peopleCsvName}
      inMenu={false}
    />
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
