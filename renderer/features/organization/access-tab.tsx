import { useMemo, useState } from 'react';
import { failureKind, failureText } from '../../../preload/contract/failures/failure-table.ts';
import { databasePermissions, operations } from '../../../preload/contract/platform/operations.ts';
import type { DatabaseRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { csvColumn, Text, textColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { RecordTable } from '../../shared/record-table.tsx';
import { callForPage } from '../../state/bridge.ts';
import { useIsOffered } from '../../state/offered-operations.ts';
import { chainedSource } from '../../state/remote-rows.ts';
import { type RemoteList, usePlatformList, useRemoteList } from '../../state/use-remote-list.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type AccessRow, accessRows, type PersonAccess, usersPage } from './access-rows.ts';
import { PermissionsOfSeveral } from './permissions-of-several.tsx';
import { accessLines } from './several-changes.ts';
import type { OrganizationTarget } from './use-organizations.ts';

const accessWords = words.access;

/** Who may do what in which database of an organization. Database by database, because the platform has no list of all. */
export function AccessTab({
  target: { connectionId, orgId },
  members,
}: {
  readonly target: OrganizationTarget;
  readonly members: RemoteList<UserRecord>;
}) {
  const [shown, setShown] = useState<'access' | 'everyone'>('access');
  const [changing, setChanging] = useState<readonly PersonAccess[] | null>(null);
  const databases = useOrganizationDatabases({ connectionId, orgId });
  const source = useMemo(
    () =>
      databases.isComplete
        ? chainedSource('GetDatabaseUsers', databases.elements, async (database, next) =>
            usersPage(
              database,
              await callForPage(
                'GetDatabaseUsers',
                { connectionId, path: { databaseId: database.id } },
                next,
              ),
            ),
          )
        : null,
    [connectionId, databases.isComplete, databases.elements],
  );
  const users = useRemoteList(source);
  const rows = useMemo(
    () =>
      accessRows(users.elements, members.isComplete ? members.elements : null, {
        orgId,
        everyone: shown === 'everyone',
      }),
    [users.elements, members.isComplete, members.elements, orgId, shown],
  );
  // A key that may not list the members still has the users of the databases that it administers.
  const hasMembers = members.isComplete || isRefused(members);
  const isRead = source === null ? databases.isComplete : users.isComplete;
  // Only the extended form can change permissions, and only it has these fields.
  const mayChange = useIsOffered(connectionId, 'PutDatabaseUser');
  const list: RemoteList<AccessRow> = {
    elements: rows,
    isComplete: isRead && hasMembers,
    isLoading: databases.isLoading || users.isLoading || members.isLoading,
    failure: databases.failure ?? users.failure ?? (hasMembers ? null : members.failure),
    reload: () => {
      databases.reload();
      members.reload();
    },
  };
  return (
    <>
      <RecordTable
        label={accessWords.list}
        columns={accessColumns}
        csvColumns={accessCsvColumns}
        list={list}
        operation="GetDatabaseUsers"
        countText={(amount) => accessWords.count(amount, rows.filter(({ kind }) => kind === 'unread').length)}
        searchLabel={accessWords.search}
        csvName={accessWords.list}
        emptyTitle={source === null ? accessWords.noDatabases : accessWords.empty}
        emptyText={source === null ? accessWords.noDatabasesDescription : accessWords.emptyDescription}
        rowText={(row) => (row.kind === 'person' ? personName(row.person) : row.database.name)}
        onStop={users.stop}
        actions={(selected) => {
          const people = selected.flatMap((row) => (row.kind === 'person' ? [row] : []));
          return (
            <>
              {members.elements.length === 0 ? null : (
                <SegmentedControl
                  label={accessWords.show}
                  value={shown}
                  onChange={setShown}
                  options={[
                    { value: 'access', label: accessWords.withAccess },
                    { value: 'everyone', label: accessWords.everyone },
                  ]}
                />
              )}
              {mayChange ? (
                <Button disabled={people.length === 0} onPress={() => setChanging(people)}>
                  {accessWords.change}
                </Button>
              ) : null}
            </>
          );
        }}
      />
      {changing === null ? null : (
        <PermissionsOfSeveral
          connectionId={connectionId}
          title={accessWords.changeTitle(changing.length)}
          documented={databasePermissions}
          people={changing}
          linesOf={accessLines}
          hint={accessWords.changeHint}
          onClose={(hasChanged) => {
            setChanging(null);
            if (hasChanged) users.reload();
          }}
        />
      )}
    </>
  );
}

function isRefused({ failure }: Pick<RemoteList<unknown>, 'failure'>): boolean {
  return failure !== null && failureKind(failure) === 'forbidden';
}

/** All of them for an admin of the organization; else those that the key administers itself. */
function useOrganizationDatabases({ connectionId, orgId }: OrganizationTarget): RemoteList<DatabaseRecord> {
  const all = usePlatformList('GetOrganizationDatabases', { connectionId, path: { orgId } });
  const isOnlyOwn = isRefused(all);
  const own = usePlatformList('GetDatabases', isOnlyOwn ? { connectionId, path: {} } : null);
  const elements = useMemo(
    // The base form doesn't say whose a database is.
    () => own.elements.filter(({ owningOrganizationId: owner }) => owner == null || owner === orgId),
    [own.elements, orgId],
  );
  return isOnlyOwn ? { ...own, elements } : all;
}

function unreadReason({ failure }: Extract<AccessRow, { readonly kind: 'unread' }>): string {
  return accessWords.unread(
    failureKind(failure) === 'forbidden'
      ? words.platform.roles[operations.GetDatabaseUsers.access]
      : failureText(failure),
  );
}

function permissionsText(row: AccessRow): string {
  if (row.kind === 'unread') return unreadReason(row);
  return words.permissions.list(row.permissions) || accessWords.noPermissions;
}

function activeText(row: AccessRow): string | null {
  if (row.kind === 'unread' || row.active === null) return null;
  return row.active ? words.databaseProjects.yes : words.databaseProjects.no;
}

const ofPerson =
  <Value,>(value: (row: PersonAccess) => Value | null) =>
  (row: AccessRow): Value | null =>
    row.kind === 'person' ? value(row) : null;

type Column = RecordColumn<AccessRow>;
const nameOf = ofPerson(({ person }) => personName(person));
const emailOf = ofPerson(({ person }) => person.email ?? null);
const orgAdminOf = ofPerson(({ isOrgAdmin }) => {
  if (isOrgAdmin === null) return accessWords.orgAdminUnknown;
  return isOrgAdmin ? accessWords.orgAdminYes : null;
});

const accessColumns: readonly Column[] = [
  textColumn('person', accessWords.person, 'minmax(130px, 1.4fr)', nameOf),
  textColumn('email', accessWords.email, 'minmax(130px, 1.4fr)', emailOf, { minListPx: 900 }),
  textColumn('database', accessWords.database, 'minmax(130px, 1.4fr)', ({ database }) => database.name),
  {
    id: 'permissions',
    header: accessWords.permissions,
    width: 'minmax(150px, 2fr)',
    value: permissionsText,
    cell: (row) =>
      row.kind === 'person' && row.permissions.length > 0 ? (
        <Text value={permissionsText(row)} />
      ) : (
        <span className={row.kind === 'person' ? 'faint' : 'muted'} title={permissionsText(row)}>
          {permissionsText(row)}
        </span>
      ),
  },
  textColumn('orgAdmin', accessWords.orgAdmin, '104px', orgAdminOf),
  textColumn('active', accessWords.active, '72px', activeText, { minListPx: 760 }),
];

const accessCsvColumns: readonly Column[] = [
  csvColumn(accessWords.person, nameOf),
  csvColumn(
    accessWords.userId,
    ofPerson(({ person }) => person.id),
  ),
  csvColumn(accessWords.email, emailOf),
  csvColumn(accessWords.database, ({ database }) => database.name),
  csvColumn(accessWords.databaseId, ({ database }) => database.id),
  csvColumn(accessWords.permissions, permissionsText),
  csvColumn(accessWords.orgAdmin, orgAdminOf),
  csvColumn(accessWords.active, activeText),
];
