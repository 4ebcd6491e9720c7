import { useMemo, useState } from 'react';
import type { InvitationRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { words } from '../../i18n/words.ts';
import { pillColumn, textColumn, timeColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { RecordTable } from '../../shared/record-table.tsx';
import { call } from '../../state/bridge.ts';
import type { RemoteSource } from '../../state/remote-rows.ts';
import { useRemoteList } from '../../state/use-remote-list.ts';
import { Button } from '../../ui/button.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { invitationStatus, invitedName } from './invitation-facts.ts';
import type { NameOf } from './member-facts.ts';
import type { Notify } from './notify.ts';
import { resendLines } from './several-changes.ts';
import { SeveralChangesDialog } from './several-changes-dialog.tsx';
import { type OrganizationTarget, onePage } from './use-organizations.ts';

export function InvitationsTab({
  target: { connectionId, orgId },
  nameOf,
  ...notify
}: { readonly target: OrganizationTarget; readonly nameOf: NameOf } & Notify) {
  const source = useMemo<RemoteSource<InvitationRecord>>(
    () => ({
      operation: 'GetInvitations',
      fetchPage: async () =>
        onePage(
          await call('platform.GetInvitations', { connectionId, path: { orgId }, query: {} }),
          ({ invitations }) => invitations,
        ),
    }),
    [connectionId, orgId],
  );
  const list = useRemoteList(source);
  const columns = useMemo(() => invitationColumns(nameOf), [nameOf]);
  const [openEmail, setOpenEmail] = useState<string | null>(null);
  const open = list.elements.find(({ email }) => email === openEmail) ?? null;
  const [resending, setResending] = useState<readonly InvitationRecord[] | null>(null);
  const lines = useMemo(() => resendLines(resending ?? [], orgId), [resending, orgId]);
  return (
    <>
      <RecordTable
        label={words.invitations.list}
        columns={columns}
        list={list}
        operation="GetInvitations"
        countText={words.invitations.count}
        searchLabel={words.invitations.search}
        csvName={words.invitations.list}
        emptyTitle={words.invitations.empty}
        emptyText={words.invitations.emptyDescription}
        rowText={({ email }) => email}
        onOpen={({ email }) => setOpenEmail(email)}
        actions={(selected) => (
          <Button disabled={selected.length === 0} onPress={() => setResending(selected)}>
            {words.invitations.resendSelected}
          </Button>
        )}
      />
      {resending === null ? null : (
        <SeveralChangesDialog
          connectionId={connectionId}
          title={words.invitations.resendTitle(resending.length)}
          lines={lines}
          onClose={(hasChanged) => {
            setResending(null);
            if (hasChanged) list.reload();
          }}
        />
      )}
      {open === null ? null : (
        <InvitationDialog
          target={{ connectionId, orgId }}
          invitation={open}
          nameOf={nameOf}
          onClose={() => setOpenEmail(null)}
          onDone={(title) => {
            setOpenEmail(null);
            list.reload();
            notify.onSuccess(title);
          }}
        />
      )}
    </>
  );
}

function invitationColumns(nameOf: NameOf): readonly RecordColumn<InvitationRecord>[] {
  return [
    {
      id: 'email',
      header: words.members.email,
      width: 'minmax(150px, 1.6fr)',
      value: ({ email }) => email,
      cell: ({ email }) => <strong title={printable(email)}>{printable(email)}</strong>,
    },
    textColumn(
      'name',
      words.members.name,
      'minmax(110px, 1fr)',
      (invitation) =>
        invitedName(invitation) === printable(invitation.email) ? null : invitedName(invitation),
      { minListPx: 640 },
    ),
    pillColumn('status', words.invitations.status, '112px', invitationStatus),
    textColumn(
      'permissions',
      words.members.permissions,
      'minmax(110px, 1.2fr)',
      ({ organizationPermissions }) => words.permissions.list(organizationPermissions ?? []),
      { minListPx: 860 },
    ),
    textColumn(
      'invitedBy',
      words.invitations.invitedBy,
      'minmax(100px, 1fr)',
      ({ invitedBy }) => nameOf(invitedBy),
      { minListPx: 760 },
    ),
    timeColumn('expires', words.invitations.expires, ({ expiration }) => expiration),
  ];
}
