import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { dataResponse, emptyResponse } from '../response.ts';
import type { InvitationRow } from '../store/invitations.ts';
import { eventDescriptions } from '../words.ts';
import { organizationFor } from './access.ts';
import {
  type ApiResult,
  notFound,
  type Operation,
  type OperationRequest,
  operationOn,
  parseBody,
  succeeded,
} from './operation.ts';
import { invitationRecord } from './records.ts';

const emailBody = z.looseObject({ email: z.string().trim().min(1).max(1000) });

/** Invitations to an organization (operations 16 to 18, states of platform-interface 3.2). */
export function invitationOperations(context: SandboxContext): readonly Operation[] {
  const { invitations, events, settings } = context;

  const administered = organizationFor(context, 'admin');
  /** The invitation that the body's email names. */
  const invitationFor = (call: OperationRequest): ApiResult<InvitationRow> => {
    const organization = administered(call);
    if (!organization.ok) return organization;
    const parsed = parseBody(emailBody, call.body);
    if (!parsed.ok) return parsed;
    const invitation = invitations.invitation(organization.value.id, parsed.value.email);
    return invitation === undefined ? notFound('invitation', 'email address') : succeeded(invitation);
  };
  return [
    operationOn(
      administered,
      { name: 'GetInvitations', method: 'GET', path: '/organizations/:orgId/invitations', extended: true },
      ({ id }) => {
        const now = Date.now();
        const rows = invitations.ofOrganization(id);
        return dataResponse({ invitations: rows.map((row) => invitationRecord(row, now)) });
      },
    ),
    operationOn(
      invitationFor,
      {
        name: 'ResendInvitation',
        method: 'POST',
        path: '/organizations/:orgId/invitations/resend',
        extended: true,
      },
      (found, call) => {
        const { organizationId, email } = found;
        const invitation = { ...found, expiresMs: Date.now() + settings.invitationLifeMs };
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
      },
    ),
    operationOn(
      invitationFor,
      {
        name: 'DeleteInvitation',
        method: 'DELETE',
        path: '/organizations/:orgId/invitations',
        extended: true,
      },
      ({ organizationId, email, expiresMs }, call) => {
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
      },
    ),
  ];
}
