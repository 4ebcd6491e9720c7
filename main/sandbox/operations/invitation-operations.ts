import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse, emptyResponse } from '../response.ts';
import type { InvitationRow } from '../store/invitations.ts';
import { eventDescriptions } from '../words.ts';
import { authorizeOrganization } from './access.ts';
import { parseBody } from './body.ts';
import { type ApiResult, notFound, type Operation, type OperationRequest, succeeded } from './operation.ts';
import { invitationRecord } from './records.ts';

const emailBody = z.looseObject({ email: z.string().trim().min(1).max(1000) });

/** Invitations to an organization (operations 16 to 18, states of platform-interface 3.2). */
export function invitationOperations(context: SandboxContext): readonly Operation[] {
  const { invitations, events, settings } = context;

  /** The invitation that the body's email names. */
  const invitationFor = (call: OperationRequest): ApiResult<InvitationRow> => {
    const organization = authorizeOrganization(context, call, 'admin');
    if (!organization.ok) return organization;
    const parsed = parseBody(emailBody, call.body);
    if (!parsed.ok) return parsed;
    const invitation = invitations.invitation(organization.value.id, parsed.value.email);
    return invitation === undefined ? notFound('invitation', 'email address') : succeeded(invitation);
  };

  const resend = (call: OperationRequest): ApiResponse => {
    const found = invitationFor(call);
    if (!found.ok) return found.response;
    const { organizationId, email } = found.value;
    const invitation = { ...found.value, expiresMs: Date.now() + settings.invitationLifeMs };
    context.transaction(() => {
      invitations.put(invitation);
      events.record({
        organizationId,
        type: 'INVITATION_RESENT',
        userId: call.caller.id,
        description: eventDescriptions.invitationResent(email),
        data: { email, expiration: invitation.expiresMs },
      });
    });
    return dataResponse(invitationRecord(invitation, Date.now()));
  };

  const remove = (call: OperationRequest): ApiResponse => {
    const found = invitationFor(call);
    if (!found.ok) return found.response;
    const { organizationId, email, expiresMs } = found.value;
    if (expiresMs <= Date.now()) return notFound('pending invitation', 'email address').response;
    context.transaction(() => {
      invitations.remove(organizationId, email);
      events.record({
        organizationId,
        type: 'INVITATION_DELETED',
        userId: call.caller.id,
        description: eventDescriptions.invitationDeleted(email),
        data: { email },
      });
    });
    return emptyResponse();
  };

  return [
    {
      name: 'GetInvitations',
      method: 'GET',
      path: '/organizations/:orgId/invitations',
      extended: true,
      handle: (call) => {
        const organization = authorizeOrganization(context, call, 'admin');
        if (!organization.ok) return organization.response;
        const now = Date.now();
        const rows = invitations.ofOrganization(organization.value.id);
        return dataResponse({ invitations: rows.map((row) => invitationRecord(row, now)) });
      },
    },
    {
      name: 'ResendInvitation',
      method: 'POST',
      path: '/organizations/:orgId/invitations/resend',
      extended: true,
      handle: resend,
    },
    {
      name: 'DeleteInvitation',
      method: 'DELETE',
      path: '/organizations/:orgId/invitations',
      extended: true,
      handle: remove,
    },
  ];
}
