import type { InvitationRecord } from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { isExpired } from './invitation-facts.ts';

export function InvitationStatus({ invitation }: { readonly invitation: InvitationRecord }) {
  return isExpired(invitation, Date.now()) ? (
    <StatusPill tone="warn" icon="alert">
      {words.invitations.expired}
    </StatusPill>
  ) : (
    <StatusPill tone="info" icon="clock">
      {words.invitations.pending}
    </StatusPill>
  );
}
