import type { BillingState } from '../billing/project-timeline.ts';
import type { SandboxForm } from '../options.ts';
import type { MembershipRow, OrganizationRow, UserRow } from '../store/accounts.ts';
import type { DatabaseRow } from '../store/databases.ts';
import type { EventRow } from '../store/events.ts';
import type { InvitationRow } from '../store/invitations.ts';
import type { UserIdentifier } from '../store/members.ts';
import type { ProjectRow } from '../store/projects.ts';

/** A field of the extended form: present there, absent in the base form (platform-interface 9.2). */
export function extendedOnly<Fields extends Readonly<Record<string, unknown>>>(
  form: SandboxForm,
  fields: Fields,
): Fields | Record<never, never> {
  return form === 'extended' ? fields : {};
}

/** platform-interface 2.4. */
export function organizationRecord(form: SandboxForm, organization: OrganizationRow) {
  return {
    id: organization.id,
    name: organization.name,
    ...(organization.parentId === null
      ? {}
      : extendedOnly(form, { parentOrganizationId: organization.parentId })),
    saml: {
      entityId: `urn:lading-sandbox:${organization.id}`,
      mfaBypass: false,
      state: 'DISABLED',
      updated: organization.created,
    },
  };
}

/** platform-interface 2.2. */
export function databaseRecord(form: SandboxForm, database: DatabaseRow) {
  return {
    context: 'SERVICE',
    databaseFields: [{ name: 'Origin', type: 'TEXT', value: 'Lading sandbox' }],
    id: database.id,
    name: database.name,
    orgAdminAccess: database.orgAdminAccess === 1,
    ...extendedOnly(form, { owningOrganizationId: database.organizationId }),
  };
}

/** The base form has no freezing; a frozen project is suspended there. */
export function shownState(form: SandboxForm, state: BillingState): BillingState {
  return form === 'base' && state === 'FROZEN' ? 'SUSPENDED' : state;
}

/** platform-interface 2.5, without what only the list per database has. */
export function projectRecord(form: SandboxForm, project: ProjectRow) {
  return {
    id: project.id,
    name: project.name,
    displayName: project.displayName,
    created: project.created,
    database: {
      context: 'SERVICE',
      id: project.databaseId,
      name: project.databaseName,
      orgAdminAccess: project.orgAdminAccess === 1,
    },
    eca: project.eca === 1,
    partial: project.partial === 1,
    mfaRequired: project.mfaRequired === 1,
    productionMode: project.productionMode === 1,
    suspended: shownState(form, project.state) === 'SUSPENDED',
    ...extendedOnly(form, { frozen: project.state === 'FROZEN' }),
  };
}

/** The user in a database permission record (platform-interface 2.8), without email. */
export function embeddedUserRecord(user: UserRow, memberships: readonly MembershipRow[]) {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    title: user.title,
    organizations: memberships.map(({ id, name, permissions }) => ({
      id,
      name,
      orgAdmin: permissions.includes('ORG_ADMIN'),
    })),
    primaryOrganization: primaryOrganization(user, memberships),
  };
}

/** A user who left the primary organization has another one, if any. */
function primaryOrganization(user: UserRow, memberships: readonly MembershipRow[]): number {
  const isMember = memberships.some(({ id }) => id === user.organizationId);
  return isMember ? user.organizationId : (memberships[0]?.id ?? user.organizationId);
}

/** platform-interface 2.3, without what only the current user or a member has. */
export function userRecord(
  user: UserRow,
  memberships: readonly MembershipRow[],
  userIdentifiers: readonly UserIdentifier[],
) {
  return {
    ...embeddedUserRecord(user, memberships),
    email: user.email,
    userIdentifiers,
    ...(user.lastActivity === null ? {} : { lastActivity: user.lastActivity }),
  };
}

/** platform-interface 2.9. An invitation expires with time. */
export function invitationRecord(invitation: InvitationRow, nowMs: number) {
  const { email, firstName, lastName, organizationId, permissions, invitedBy, approvedBy } = invitation;
  return {
    email,
    firstName,
    lastName,
    organizationId,
    organizationPermissions: permissions,
    invitedBy,
    approvedBy,
    expiration: new Date(invitation.expiresMs).toISOString(),
    expired: invitation.expiresMs <= nowMs,
  };
}

/** platform-interface 2.10. A parent organization's key gets neither the description nor the data. */
export function eventRecord(event: EventRow, isParentKey: boolean) {
  const { id, timestampMs, type, userId, organizationId, description } = event;
  const data: unknown = JSON.parse(event.data);
  return {
    id,
    timestamp: timestampMs,
    type,
    userId,
    organizationId,
    description: isParentKey ? null : description,
    data: isParentKey ? null : data,
  };
}
