import { useMemo, useState } from 'react';
import { organizationPermissions } from '../../../preload/contract/platform/operations.ts';
import type { UserRecord } from '../../../preload/contract/platform/records.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';
import { textColumn, timeColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { RecordTable } from '../../shared/record-table.tsx';
import { useIsOffered } from '../../state/offered-operations.ts';
import type { RemoteList } from '../../state/use-remote-list.ts';
import { Button } from '../../ui/button.tsx';
import { AddPeopleDialog } from './add-people-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { identifiersText, memberPermissions } from './member-facts.ts';
import type { Notify } from './notify.ts';
import { PermissionsOfSeveral } from './permissions-of-several.tsx';
import { roleLines } from './several-changes.ts';
import type { OrganizationTarget } from './use-organizations.ts';

export function MembersTab({
  target,
  members,
  ...notify
}: { readonly target: OrganizationTarget; readonly members: RemoteList<UserRecord> } & Notify) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [changing, setChanging] = useState<readonly UserRecord[] | null>(null);
  const mayAdd = useIsOffered(target.connectionId, 'PostOrganizationUsers');
  const mayChange = useIsOffered(target.connectionId, 'PatchOrganizationUser');
  const columns = useMemo(() => memberColumns(target.orgId), [target.orgId]);
  const open = members.elements.find(({ id }) => id === openId) ?? null;
  return (
    <>
      <RecordTable
        label={words.members.list}
        columns={columns}
        list={members}
        operation="GetOrganizationUsers"
        countText={words.members.count}
        searchLabel={words.members.search}
        csvName={words.members.list}
        emptyTitle={words.members.empty}
        rowText={personName}
        onOpen={({ id }) => setOpenId(id)}
        actions={(selected) => (
          <>
            {mayChange ? (
              <Button disabled={selected.length === 0} onPress={() => setChanging(selected)}>
                {words.members.changePermissions}
              </Button>
            ) : null}
            {mayAdd ? (
              <Button icon="add" onPress={() => setIsAdding(true)}>
                {words.addPeople.open}
              </Button>
            ) : null}
          </>
        )}
      />
      {changing === null ? null : (
        <PermissionsOfSeveral
          connectionId={target.connectionId}
          title={words.members.changePermissionsTitle(changing.length)}
          documented={organizationPermissions}
          people={changing}
          linesOf={(people, edits) => roleLines(people, target.orgId, edits)}
          onClose={(hasChanged) => {
            setChanging(null);
            if (hasChanged) members.reload();
          }}
        />
      )}
      {open === null ? null : (
        <MemberDialog
          key={open.id}
          target={target}
          member={open}
          onClose={() => setOpenId(null)}
          onDone={(title) => {
            setOpenId(null);
            members.reload();
            notify.onSuccess(title);
          }}
        />
      )}
      {isAdding ? (
        <AddPeopleDialog target={target} onClose={() => setIsAdding(false)} onAdded={members.reload} />
      ) : null}
    </>
  );
}

function memberColumns(organizationId: number): readonly RecordColumn<UserRecord>[] {
  return [
    {
      id: 'name',
      header: words.members.name,
      width: 'minmax(140px, 1.4fr)',
      value: personName,
      cell: (member) => <strong title={personName(member)}>{personName(member)}</strong>,
    },
    textColumn('email', words.members.email, 'minmax(150px, 1.6fr)', ({ email }) => email),
    textColumn('title', words.members.jobTitle, 'minmax(90px, 1fr)', ({ title }) => title, {
      minListPx: 860,
    }),
    textColumn('permissions', words.members.permissions, 'minmax(130px, 1.3fr)', (member) =>
      memberPermissions(member, organizationId),
    ),
    textColumn(
      'identifiers',
      words.members.identifiers,
      'minmax(90px, 1fr)',
      ({ userIdentifiers }) => identifiersText(userIdentifiers),
      { minListPx: 1020 },
    ),
    timeColumn('lastActivity', words.members.lastActivity, ({ lastActivity }) => lastActivity, {
      minListPx: 720,
    }),
  ];
}
