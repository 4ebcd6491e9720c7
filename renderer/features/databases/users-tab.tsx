import { type ReactNode, useState } from 'react';
import type { DatabaseUserRecord } from '../../../preload/contract/platform/records.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { textColumn } from '../../shared/columns.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { RecordTable } from '../../shared/record-table.tsx';
import { useIsOffered } from '../../state/offered-operations.ts';
import { useCommand } from '../../state/use-command.ts';
import { usePlatformList } from '../../state/use-remote-list.ts';
import { Button } from '../../ui/button.tsx';
import { DismissButton, Notice } from '../../ui/notice.tsx';
import { PermissionDialog, type UsersOfDatabase } from './permission-dialog.tsx';
import { yesNo } from './project-columns.tsx';

const userWords = words.databaseUsers;

/** `grant`: to a person who is still to be chosen. */
type Editing = { readonly kind: 'grant' } | { readonly kind: 'change'; readonly record: DatabaseUserRecord };

/** Who may do what in a database. Main asks in a dialog of its own before anything changes. */
export function UsersTab(props: UsersOfDatabase) {
  const { connectionId, databaseId } = props;
  const list = usePlatformList('GetDatabaseUsers', { connectionId, path: { databaseId } });
  const mayChange = useIsOffered(connectionId, 'PutDatabaseUser');
  const [editing, setEditing] = useState<Editing | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const revoke = useCommand('platform.DeleteDatabaseUser');
  const done = (text: string) => {
    setEditing(null);
    setMessage(text);
    list.reload();
  };
  async function revokeAll({ user }: DatabaseUserRecord) {
    setMessage(null);
    const answer = await revoke.run({ connectionId, path: { databaseId, userId: user.id } });
    if (answer.ok && answer.value !== null) done(userWords.revoked(personName(user)));
  }
  return (
    <>
      {message === null ? null : (
        <div className="record-table-notice">
          <Notice tone="ok" title={message} action={<DismissButton onPress={() => setMessage(null)} />} />
        </div>
      )}
      {revoke.failure === null ? null : (
        <div className="record-table-notice">
          <PlatformFailure
            operation="DeleteDatabaseUser"
            failure={revoke.failure}
            subject={userWords.revoke}
          />
        </div>
      )}
      <RecordTable
        label={words.databases.users}
        operation="GetDatabaseUsers"
        list={list}
        columns={userColumns}
        countText={userWords.count}
        searchLabel={userWords.search}
        csvName={`${words.databases.users} ${props.databaseName}`}
        emptyTitle={userWords.empty}
        emptyText={userWords.emptyDescription}
        rowText={({ user }) => personName(user)}
        actions={
          mayChange ? (
            <Button icon="add" onPress={() => setEditing({ kind: 'grant' })}>
              {userWords.grant}
            </Button>
          ) : null
        }
        renderDetail={(record) => (
          <UserDetail record={record}>
            {mayChange ? (
              <>
                <Button small onPress={() => setEditing({ kind: 'change', record })}>
                  {userWords.change}
                </Button>
                <Button small busy={revoke.busy} onPress={() => void revokeAll(record)}>
                  {userWords.revoke}
                </Button>
              </>
            ) : null}
          </UserDetail>
        )}
        detailPx={118}
      />
      {editing === null ? null : (
        <PermissionDialog
          {...props}
          users={list.elements}
          record={editing.kind === 'change' ? editing.record : null}
          onClose={() => setEditing(null)}
          onSaved={(name) => done(userWords.saved(name))}
        />
      )}
    </>
  );
}

function UserDetail({
  record: { user, permissions },
  children,
}: {
  readonly record: DatabaseUserRecord;
  readonly children: ReactNode;
}) {
  const organizations = organizationNames(user);
  return (
    <div className="database-user-detail">
      <p className="selectable">
        {[
          user.username,
          user.title,
          organizations === '' ? null : organizations,
          `${userWords.id} ${user.id}`,
        ]
          .filter((text) => text != null && text !== '')
          .join(' · ')}
      </p>
      <p>{permissions.length === 0 ? userWords.noPermissions : words.permissions.list(permissions)}</p>
      <div className="row">{children}</div>
    </div>
  );
}

function organizationNames({ organizations }: DatabaseUserRecord['user']): string {
  return (organizations ?? []).map(({ id, name }) => name ?? String(id)).join(', ');
}

const userColumns: readonly RecordColumn<DatabaseUserRecord>[] = [
  textColumn('name', userWords.name, 'minmax(150px, 2fr)', ({ user }) => personName(user)),
  textColumn('username', userWords.username, 'minmax(120px, 2fr)', ({ user }) => user.username, {
    minListPx: 760,
  }),
  textColumn(
    'permissions',
    userWords.permissions,
    'minmax(170px, 3fr)',
    ({ permissions }) => words.permissions.list(permissions),
    { missing: userWords.noPermissions },
  ),
  textColumn(
    'organizations',
    userWords.organizations,
    'minmax(120px, 2fr)',
    ({ user }) => organizationNames(user),
    { minListPx: 900 },
  ),
  textColumn('active', userWords.active, '72px', ({ active }) => yesNo(active), { minListPx: 640 }),
];
