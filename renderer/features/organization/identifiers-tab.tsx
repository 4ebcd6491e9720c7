import { useMemo } from 'react';
import type { UserIdentifierRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { textColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { RecordTable } from '../../shared/record-table.tsx';
import { usePlatformList } from '../../state/use-remote-list.ts';
import type { OrganizationTarget } from './use-organizations.ts';

/** The identifiers in use, and which members have them. */
export function IdentifiersTab({
  target: { connectionId, orgId },
  members,
}: {
  readonly target: OrganizationTarget;
  readonly members: readonly UserRecord[];
}) {
  const list = usePlatformList('GetOrganizationUserIdentifiers', { connectionId, path: { orgId } });
  const columns = useMemo(() => identifierColumns(members), [members]);
  return (
    <RecordTable
      label={words.identifiers.list}
      columns={columns}
      list={list}
      operation="GetOrganizationUserIdentifiers"
      countText={words.identifiers.count}
      searchLabel={words.identifiers.search}
      csvName={words.identifiers.list}
      emptyTitle={words.identifiers.empty}
      emptyText={words.identifiers.emptyDescription}
      rowText={({ abbreviation }) => abbreviation ?? ''}
    />
  );
}

function identifierColumns(members: readonly UserRecord[]): readonly RecordColumn<UserIdentifierRecord>[] {
  const holders = Map.groupBy(
    members.flatMap((member) =>
      (member.userIdentifiers ?? []).map((identifier) => ({
        key: keyOf(identifier),
        name: personName(member),
      })),
    ),
    ({ key }) => key,
  );
  const namesOf = (identifier: UserIdentifierRecord): string =>
    (holders.get(keyOf(identifier)) ?? []).map(({ name }) => name).join(', ');
  return [
    {
      id: 'abbreviation',
      header: words.identifiers.abbreviation,
      width: 'minmax(110px, 180px)',
      value: ({ abbreviation }) => abbreviation ?? null,
      cell: ({ abbreviation }) => <strong>{printable(abbreviation ?? '')}</strong>,
    },
    textColumn('label', words.identifiers.label, 'minmax(140px, 1fr)', ({ label }) => label),
    textColumn('members', words.identifiers.members, 'minmax(140px, 1.4fr)', (each) => namesOf(each) || null),
  ];
}

function keyOf({ abbreviation, label }: UserIdentifierRecord): string {
  return JSON.stringify([abbreviation ?? null, label ?? null]);
}
