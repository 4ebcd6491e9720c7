import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse } from '../response.ts';
import type { DatabaseRow, OrganizationRow, ProjectRow, UserRow } from '../store/accounts.ts';
import { apiErrors } from '../words.ts';
import {
  type ApiResult,
  authorizeDatabase,
  forbidden,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  pageResponse,
  succeeded,
} from './operation.ts';

/** Operations that read: the current user, organizations, databases, projects, sizes. */
export function readOperations(context: SandboxContext): readonly Operation[] {
  const { accounts } = context;
  const startedAt = new Date().toISOString();
  const rowId = (row: { readonly id: number }): number => row.id;

  const organizationFor = (call: OperationRequest, adminOnly: boolean): ApiResult<OrganizationRow> => {
    const id = idParam(call, 'orgId');
    const organization = id === undefined ? undefined : accounts.organization(id);
    if (organization === undefined || organization.id !== call.caller.organizationId) {
      return notFound('organization');
    }
    if (adminOnly && call.caller.orgAdmin !== 1) {
      return forbidden(apiErrors.organizationAdminOnly);
    }
    return succeeded(organization);
  };
  const pageOfOrganization = <Row extends { readonly id: number }>(
    call: OperationRequest,
    rows: (organizationId: number, after: number, limit: number) => readonly Row[],
    present: (row: Row) => unknown,
  ): ApiResponse => {
    const organization = organizationFor(call, true);
    if (!organization.ok) return organization.response;
    const { id } = organization.value;
    return pageResponse(call, (after, limit) => rows(id, after, limit), rowId, present);
  };
  const withDatabase = (
    call: OperationRequest,
    then: (database: DatabaseRow) => ApiResponse,
  ): ApiResponse => {
    const database = authorizeDatabase(context, call, 'administer');
    return database.ok ? then(database.value) : database.response;
  };

  return [
    {
      name: 'GetCurrentUser',
      method: 'GET',
      path: '/users/me',
      handle: ({ caller }) =>
        dataResponse(userRecord(caller, accounts.organization(caller.organizationId), startedAt)),
    },
    {
      name: 'GetOrganizations',
      method: 'GET',
      path: '/organizations',
      handle: (call) =>
        pageResponse(
          call,
          (after) => {
            const own = accounts.organization(call.caller.organizationId);
            return own !== undefined && own.id > after ? [own] : [];
          },
          rowId,
          organizationRecord,
        ),
    },
    {
      name: 'GetOrganization',
      method: 'GET',
      path: '/organizations/:orgId',
      handle: (call) => {
        const organization = organizationFor(call, false);
        return organization.ok ? dataResponse(organizationRecord(organization.value)) : organization.response;
      },
    },
    {
      name: 'GetOrganizationDatabases',
      method: 'GET',
      path: '/organizations/:orgId/databases',
      handle: (call) => pageOfOrganization(call, accounts.databasesOfOrganization, databaseRecord),
    },
    {
      name: 'GetOrganizationProjects',
      method: 'GET',
      path: '/organizations/:orgId/projects',
      handle: (call) => pageOfOrganization(call, accounts.projectsOfOrganization, projectRecord),
    },
    {
      name: 'GetDatabases',
      method: 'GET',
      path: '/databases',
      handle: (call) =>
        pageResponse(
          call,
          (after, limit) => accounts.administeredDatabases(call.caller, after, limit),
          rowId,
          databaseRecord,
        ),
    },
    {
      name: 'GetDatabase',
      method: 'GET',
      path: '/databases/:databaseId',
      handle: (call) => withDatabase(call, (database) => dataResponse(databaseRecord(database))),
    },
    {
      name: 'GetDatabaseUser',
      method: 'GET',
      path: '/databases/:databaseId/users/:userId',
      handle: (call) =>
        withDatabase(call, (database) => {
          const user = accounts.user(idParam(call, 'userId') ?? 0);
          const permissions = user === undefined ? [] : accounts.permissionsOf(database.id, user.id);
          return user === undefined || permissions.length === 0
            ? notFound('user').response
            : dataResponse({
                permissions,
                user: embeddedUserRecord(user, accounts.organization(user.organizationId)),
                active: true,
              });
        }),
    },
    {
      name: 'GetDatabaseProjects',
      method: 'GET',
      path: '/databases/:databaseId/projects',
      handle: (call) =>
        withDatabase(call, (database) =>
          pageResponse(
            call,
            (after, limit) => accounts.projectsOfDatabase(database.id, after, limit),
            rowId,
            (project) => ({
              ...projectRecord(project),
              emailThreadingStatus: 'IN_PROGRESS',
              lastLogin: startedAt,
            }),
          ),
        ),
    },
    {
      name: 'GetDatabaseSize',
      method: 'GET',
      path: '/databases/:databaseId/size',
      handle: (call) =>
        withDatabase(call, (database) => {
          const empty = { docCount: 0, imageSize: 0, nativeSize: 0, textSize: 0 };
          return dataResponse({
            nativeDocs: { ...empty, ...accounts.nativeSizeOf(database.id) },
            processedDocs: empty,
            producedDocs: empty,
          });
        }),
    },
    {
      name: 'GetProjects',
      method: 'GET',
      path: '/projects',
      handle: (call) =>
        pageResponse(
          call,
          (after, limit) => accounts.accessibleProjects(call.caller, after, limit),
          rowId,
          projectRecord,
        ),
    },
  ];
}

/** platform-interface 2.8. */
function embeddedUserRecord(user: UserRow, organization: OrganizationRow | undefined): unknown {
  const { id, firstName, lastName, username, title } = user;
  const organizations = organizationsOf(user, organization);
  return {
    id,
    firstName,
    lastName,
    username,
    title,
    organizations,
    primaryOrganization: user.organizationId,
  };
}

function organizationsOf(user: UserRow, organization: OrganizationRow | undefined): readonly unknown[] {
  if (organization === undefined) return [];
  return [{ id: organization.id, name: organization.name, orgAdmin: user.orgAdmin === 1 }];
}

function userRecord(user: UserRow, organization: OrganizationRow | undefined, since: string): unknown {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    title: user.title,
    username: user.username,
    email: user.email,
    organizations: organizationsOf(user, organization),
    primaryOrganization: user.organizationId,
    userIdentifiers: [],
    lastActivity: new Date().toISOString(),
    lastLoggedOut: since,
    mfaRequired: false,
  };
}

function organizationRecord(organization: OrganizationRow): unknown {
  return {
    id: organization.id,
    name: organization.name,
    saml: { entityId: '', mfaBypass: false, state: 'DISABLED', updated: organization.created },
  };
}

function databaseRecord(database: DatabaseRow) {
  return {
    context: 'SERVICE',
    databaseFields: [{ name: 'Origin', type: 'TEXT', value: 'Lading sandbox' }],
    id: database.id,
    name: database.name,
    orgAdminAccess: database.orgAdminAccess === 1,
    owningOrganizationId: database.organizationId,
  };
}

function projectRecord(project: ProjectRow) {
  return {
    id: project.id,
    name: project.name,
    displayName: project.name,
    created: project.created,
    database: {
      context: 'SERVICE',
      id: project.databaseId,
      name: project.databaseName,
      orgAdminAccess: project.orgAdminAccess === 1,
    },
    eca: false,
    partial: project.partial === 1,
    mfaRequired: false,
    productionMode: false,
    suspended: false,
    frozen: false,
  };
}
