import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse, emptyResponse, errorResponse } from '../response.ts';
import { type OrganizationRow, organizationPermissions, type UserRow } from '../store/accounts.ts';
import type { EventType } from '../store/events.ts';
import type { InvitationRow } from '../store/invitations.ts';
import type { MemberRow } from '../store/members.ts';
import { apiErrors, eventDescriptions } from '../words.ts';
import { organizationFor } from './access.ts';
import {
  type ApiResult,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  operationOn,
  operationWithBody,
  succeeded,
  uniqueValues,
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

interface OrganizationMember {
  readonly organization: OrganizationRow;
  readonly member: MemberRow;
}

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
  const administered = organizationFor(context, 'admin');
  const memberFor = (call: OperationRequest): ApiResult<OrganizationMember> => {
    const organization = administered(call);
    if (!organization.ok) return organization;
    const member = members.member(organization.value.id, idParam(call, 'userId') ?? 0);
    return member === undefined
      ? notFound('member')
      : succeeded({ organization: organization.value, member });
  };
  const isLastAdmin = (organizationId: number, member: MemberRow): boolean =>
    member.permissions.includes('ORG_ADMIN') && members.adminCount(organizationId) === 1;

  /** Known users become members at once, others get an invitation. Who is a member already stays as is. */
  const add = (
    { id: organizationId }: OrganizationRow,
    { users, permissions = [] }: z.output<typeof addBody>,
    call: OperationRequest,
  ): ApiResponse => {
    const invalid: string[] = [];
    const known = new Map<number, UserRow>();
    const invited = new Map<string, InvitationRow>();
    for (const { email: given, firstName, lastName } of users) {
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

  const update = (
    { organization, member }: OrganizationMember,
    { organizationPermissions: permissions, userIdentifiers: identifiers }: z.output<typeof updateBody>,
    call: OperationRequest,
  ): ApiResponse => {
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

  const remove = ({ organization, member }: OrganizationMember, call: OperationRequest): ApiResponse => {
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

  const users = '/organizations/:orgId/users';
  const user = `${users}/:userId`;
  return [
    operationOn(administered, { name: 'GetOrganizationUsers', method: 'GET', path: users }, ({ id }, call) =>
      pageResponse(
        call,
        (after, limit) => members.ofOrganization(id, after, limit),
        (member) => record(id, member),
      ),
    ),
    operationOn(
      memberFor,
      { name: 'GetOrganizationUser', method: 'GET', path: user, extended: true },
      ({ organization, member }) => dataResponse(record(organization.id, member)),
    ),
    operationWithBody(
      administered,
      { name: 'PostOrganizationUsers', method: 'POST', path: users, extended: true },
      addBody,
      add,
    ),
    operationWithBody(
      memberFor,
      { name: 'PatchOrganizationUser', method: 'PATCH', path: user, extended: true },
      updateBody,
      update,
    ),
    operationOn(
      memberFor,
      { name: 'DeleteOrganizationUser', method: 'DELETE', path: user, extended: true },
      remove,
    ),
    operationOn(
      administered,
      {
        name: 'GetOrganizationUserIdentifiers',
        method: 'GET',
        path: '/organizations/:orgId/userIdentifiers',
        extended: true,
      },
      ({ id }, call) =>
        pageResponse(
          call,
          (after, limit) => members.identifiers(id, after, limit),
          ({ abbreviation, label }) => ({ abbreviation, label }),
        ),
    ),
  ];
}
