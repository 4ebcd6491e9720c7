import { fullName, isInvitationExpired } from '../../../preload/contract/platform/record-facts.ts';
import type { InvitationRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { words } from '../../i18n/words.ts';

export function invitationStatus(invitation: InvitationRecord) {
  return isInvitationExpired(invitation, Date.now())
    ? ({ tone: 'warn', icon: 'alert', label: words.invitations.expired } as const)
    : ({ tone: 'info', icon: 'clock', label: words.invitations.pending } as const);
}

export function invitedName(invitation: InvitationRecord): string {
  return printable(fullName(invitation) || invitation.email);
}
