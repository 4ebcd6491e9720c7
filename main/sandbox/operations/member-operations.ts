import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse, emptyResponse, errorResponse } from '../response.ts';
import { type OrganizationRow, organizationPermissions, type UserRow } from '../store/accounts.ts';
import type { EventType } from '../store/events.ts';
import type { InvitationRow } from '../store/invitations.ts';
import type { MemberRow } from '../store/members.ts';
import { apiErrors, eventDescriptions } from '../words.ts';
import { authorizeOrganization } from './access.ts';
import { parseBody, uniqueValues } from './body.ts';
import {
  type ApiResult,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  succeeded,
} from './operation.ts';
import { pageResponse } from './paging.ts';
import { extendedOnly, invitationRecord, userRecord } from './records.ts';

const maxUsersPerRequest = 1000;
const nameSchema = z.string().trim().max(200);

const addBody = z.looseObject({
  permissions: uniqueValues(organizationPermissions).optional(),
  users: z
    .array(z.looseObject({ email: z.string().max(1000), firstName: nameSchema, lastName: nameSchema }))
    .min(1)
    .max(maxUsersPerRequest),
});

const updateBody = z.looseObject({
  organizationPermissions: uniqueValues(organizationPermissions).optional(),
  userIdentifiers: z
    .array(z.looseObject({ abbreviation: nameSchema.min(1), label: nameSchema.min(1) }))
    .max(100)
    .optional(),
});

const validEmail = z.email().max(254);

/** Members of an organization (operations 10 to 15). */
export function memberOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, databases, members, invitations, settings } = context;
  const { form } = settings;

  const record = (organizationId: number, member: MemberRow) => ({
    ...userRecord(member, accounts.memberships(member.id), members.identifiersOf(member.id, organizationId)),
    ...extendedOnly(form, { permissions: member.permissions }),
  });
  const recordEvent = (
    call: OperationRequest,
    organizationId: number,
    type: EventType,
    description: string,
    data: Readonly<Record<string, unknown>>,
  ): void => {
    context.events.record({ organizationId, type, userId: call.caller.id, description, data });
  };
  const memberFor = (
    call: OperationRequest,
  ): ApiResult<{ readonly organization: OrganizationRow; readonly member: MemberRow }> => {
    const organization = authorizeOrganization(context, call, 'admin');
    if (!organization.ok) return organization;
    const member = members.member(organization.value.id, idParam(call, 'userId') ?? 0);
    return member === undefined
      ? notFound('member')
      : succeeded({ organization: organization.value, member });
  };
  const isLastAdmin = (organizationId: number, member: MemberRow): boolean =>
    member.permissions.includes('ORG_ADMIN') && members.adminCount(organizationId) === 1;

  /** Known users become members at once, others get an invitation. Who is a member already stays as is. */
  const add = (call: OperationRequest): ApiResponse => {
    const organization = authorizeOrganization(context, call, 'admin');
    if (!organization.ok) return organization.response;
    const parsed = parseBody(addBody, call.body);
    if (!parsed.ok) return parsed.response;
    const { id: organizationId } = organization.value;
    const { permissions = [] } = parsed.value;
    const invalid: string[] = [];
    const known = new Map<number, UserRow>();
    const invited = new Map<string, InvitationRow>();
    for (const { email: given, firstName, lastName } of parsed.value.users) {
      const email = given.trim();
      if (!validEmail.safeParse(email).success) {
        invalid.push(given);
        continue;
      }
      const user = accounts.userByEmail(email);
      if (user !== undefined) known.set(user.id, user);
      else {
        invited.set(email.toLowerCase(), {
          ...{ organizationId, email, firstName, lastName, permissions },
          ...{ invitedBy: call.caller.id, approvedBy: call.caller.id },
          expiresMs: Date.now() + settings.invitationLifeMs,
        });
      }
    }
    const added = [...invited.values()].filter(
      ({ email }) => invitations.invitation(organizationId, email) === undefined,
    );
    const max = settings.maxInvitationsPerOrganization;
    if (invitations.count(organizationId) + added.length > max) {
      return errorResponse(422, apiErrors.invitationCap(max));
    }
    context.transaction(() => {
      for (const user of known.values()) {
        if (members.member(organizationId, user.id) !== undefined) continue;
        members.put(organizationId, user.id, permissions);
        const description = eventDescriptions.memberAdded(user);
        recordEvent(call, organizationId, 'MEMBER_ADDED', description, { userId: user.id, permissions });
      }
      for (const invitation of invited.values()) {
        invitations.put(invitation);
        const { email } = invitation;
        const description = eventDescriptions.invitationSent(email);
        recordEvent(call, organizationId, 'INVITATION_SENT', description, { email, permissions });
      }
    });
    const now = Date.now();
    return dataResponse({
      invalid,
      invites: [...invited.values()].map((invitation) => invitationRecord(invitation, now)),
      users: [...known.keys()].flatMap((userId) => {
        const member = members.member(organizationId, userId);
        return member === undefined ? [] : [record(organizationId, member)];
      }),
    });
  };

  const update = (call: OperationRequest): ApiResponse => {
    const found = memberFor(call);
    if (!found.ok) return found.response;
    const parsed = parseBody(updateBody, call.body);
    if (!parsed.ok) return parsed.response;
    const { organization, member } = found.value;
    const { organizationPermissions: permissions, userIdentifiers: identifiers } = parsed.value;
    if (permissions?.includes('ORG_ADMIN') === false && isLastAdmin(organization.id, member)) {
      return errorResponse(409, apiErrors.lastOrganizationAdmin);
    }
    context.transaction(() => {
      const userId = member.id;
      if (permissions !== undefined) {
        members.put(organization.id, userId, permissions);
        const description = eventDescriptions.memberPermissionsChanged(member, permissions);
        const data = { userId, permissions, previousPermissions: member.permissions };
        recordEvent(call, organization.id, 'MEMBER_PERMISSIONS_CHANGED', description, data);
      }
      if (identifiers !== undefined) {
        members.setIdentifiers(organization.id, userId, identifiers);
        const given = identifiers.map(({ abbreviation }) => abbreviation);
        const description = eventDescriptions.memberIdentifiersChanged(member, given);
        recordEvent(call, organization.id, 'MEMBER_IDENTIFIERS_CHANGED', description, {
          userId,
          userIdentifiers: given,
        });
      }
    });
    const changed = members.member(organization.id, member.id);
    return changed === undefined
      ? errorResponse(500, apiErrors.notReadBack('member'))
      : dataResponse(record(organization.id, changed));
  };

  const remove = (call: OperationRequest): ApiResponse => {
    const found = memberFor(call);
    if (!found.ok) return found.response;
    const { organization, member } = found.value;
    if (isLastAdmin(organization.id, member)) return errorResponse(409, apiErrors.lastOrganizationAdmin);
    if (member.id === call.caller.id) return errorResponse(409, apiErrors.selfRemoval);
    const [dependent] = databases.dependentOn(organization.id, member.id);
    if (dependent !== undefined) return errorResponse(409, apiErrors.lastDatabaseAdmin(dependent.name));
    context.transaction(() => {
      members.remove(organization.id, member.id);
      const description = eventDescriptions.memberRemoved(member);
      recordEvent(call, organization.id, 'MEMBER_REMOVED', description, { userId: member.id });
    });
    return emptyResponse();
  };

  return [
    {
      name: 'GetOrganizationUsers',
      method: 'GET',
      path: '/organizations/:orgId/users',
      handle: (call) => {
        const organization = authorizeOrganization(context, call, 'admin');
        if (!organization.ok) return organization.response;
        const { id } = organization.value;
        return pageResponse(
          call,
          (after, limit) => members.ofOrganization(id, after, limit),
          (member) => member.id,
          (member) => record(id, member),
        );
      },
    },
    {
      name: 'GetOrganizationUser',
      method: 'GET',
      path: '/organizations/:orgId/users/:userId',
      extended: true,
      handle: (call) => {
        const found = memberFor(call);
        return found.ok
          ? dataResponse(record(found.value.organization.id, found.value.member))
          : found.response;
      },
    },
    {
      name: 'PostOrganizationUsers',
      method: 'POST',
      path: '/organizations/:orgId/users',
      extended: true,
      handle: add,
    },
    {
      name: 'PatchOrganizationUser',
      method: 'PATCH',
      path: '/organizations/:orgId/users/:userId',
      extended: true,
      handle: update,
    },
    {
      name: 'DeleteOrganizationUser',
      method: 'DELETE',
      path: '/organizations/:orgId/users/:userId',
      extended: true,
      handle: remove,
    },
    {
      name: 'GetOrganizationUserIdentifiers',
      method: 'GET',
      path: '/organizations/:orgId/userIdentifiers',
      extended: true,
      handle: (call) => {
        const organization = authorizeOrganization(context, call, 'admin');
        if (!organization.ok) return organization.response;
        const { id } = organization.value;
        return pageResponse(
          call,
          (after, limit) => members.identifiers(id, after, limit),
          (identifier) => identifier.id,
          ({ abbreviation, label }) => ({ abbreviation, label }),
        );
      },
    },
  ];
}
