import { isInvitationExpired } from '../../../preload/contract/platform/record-facts.ts';
import type { InvitationRecord } from '../../../preload/contract/platform/records.ts';
import { timeText } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { invitationStatus, invitedName } from './invitation-facts.ts';
import type { NameOf } from './member-facts.ts';
import type { OrganizationTarget } from './use-organizations.ts';

/** An invitation, to send again or to delete. Main asks before either. */
export function InvitationDialog({
  target: { connectionId, orgId },
  invitation,
  nameOf,
  onClose,
  onDone,
}: {
  readonly target: OrganizationTarget;
  readonly invitation: InvitationRecord;
  readonly nameOf: NameOf;
  readonly onClose: () => void;
  readonly onDone: (title: string) => void;
}) {
  const { email, invitedBy, approvedBy, expiration, organizationPermissions } = invitation;
  const resend = useCommand('platform.ResendInvitation');
  const remove = useCommand('platform.DeleteInvitation');
  // platform-interface 3.2: only a pending invitation can be deleted.
  const isDeletable = !isInvitationExpired(invitation, Date.now());
  const argument = { connectionId, path: { orgId }, body: { email } };

  async function resendInvitation() {
    const resent = await resend.run(argument);
    if (!resent.ok || resent.value === null) return;
    const expires = timeText(resent.value.expiration);
    onDone(expires === '' ? words.invitations.resentNoTime(email) : words.invitations.resent(email, expires));
  }
  async function deleteInvitation() {
    const removed = await remove.run(argument);
    if (removed.ok && removed.value !== null) onDone(words.invitations.removed(email));
  }
  const failed = [
    { operation: 'ResendInvitation', subject: words.invitations.resend, failure: resend.failure },
    { operation: 'DeleteInvitation', subject: words.invitations.remove, failure: remove.failure },
  ] as const;
  return (
    <Dialog
      title={invitedName(invitation)}
      open
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{words.members.close}</Button>
          {isDeletable ? (
            <Button variant="danger" busy={remove.busy} onPress={() => void deleteInvitation()}>
              {words.invitations.remove}
            </Button>
          ) : null}
          <Button variant="primary" busy={resend.busy} onPress={() => void resendInvitation()}>
            {words.invitations.resend}
          </Button>
        </>
      }
    >
      <DescriptionList
        items={[
          [words.members.email, email],
          [words.invitations.status, <StatusPill key="status" {...invitationStatus(invitation)} />],
          [
            words.members.permissions,
            words.permissions.list(organizationPermissions ?? []) || words.common.none,
          ],
          [words.invitations.invitedBy, nameOf(invitedBy) ?? ''],
          [words.invitations.approvedBy, nameOf(approvedBy) ?? ''],
          [words.invitations.expires, timeText(expiration)],
        ]}
      />
      <p className="muted">
        {isDeletable ? words.invitations.resendDescription : words.invitations.expiredDescription}
      </p>
      {failed.map(({ failure, ...each }) =>
        failure === null ? null : (
          <PlatformFailure key={each.operation} {...each} failure={failure} recordIsKnown={false} />
        ),
      )}
    </Dialog>
  );
}
