import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse } from '../response.ts';
import { authorizeOrganization } from './access.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { pageResponse } from './paging.ts';
import { databaseRecord, organizationRecord, projectRecord, userRecord } from './records.ts';

/** The caller's own account and organizations (operations 2, 3, 5, 8, 9). */
export function organizationOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, databases, members, projects } = context;
  const { form } = context.settings;
  const startedAt = new Date().toISOString();

  const pageOfOrganization = <Row extends { readonly id: number }>(
    call: OperationRequest,
    rows: (organizationId: number, after: number, limit: number) => readonly Row[],
    present: (row: Row) => unknown,
  ): ApiResponse => {
    const organization = authorizeOrganization(context, call, 'adminOrParent');
    if (!organization.ok) return organization.response;
    const { id } = organization.value;
    return pageResponse(
      call,
      (after, limit) => rows(id, after, limit),
      (row) => row.id,
      present,
    );
  };

  return [
    {
      name: 'GetCurrentUser',
      method: 'GET',
      path: '/users/me',
      handle: ({ caller }) =>
        dataResponse({
          ...userRecord(caller, accounts.memberships(caller.id), members.identifiersOf(caller.id, null)),
          lastLoggedOut: startedAt,
          mfaRequired: false,
        }),
    },
    {
      name: 'GetOrganizations',
      method: 'GET',
      path: '/organizations',
      handle: (call) =>
        pageResponse(
          call,
          (after, limit) => accounts.visibleOrganizations(call.caller.id, after, limit, form === 'extended'),
          (organization) => organization.id,
          (organization) => organizationRecord(form, organization),
        ),
    },
    {
      name: 'GetOrganization',
      method: 'GET',
      path: '/organizations/:orgId',
      handle: (call) => {
        const organization = authorizeOrganization(context, call, 'memberOrParent');
        return organization.ok
          ? dataResponse(organizationRecord(form, organization.value))
          : organization.response;
      },
    },
    {
      name: 'GetOrganizationDatabases',
      method: 'GET',
      path: '/organizations/:orgId/databases',
      handle: (call) =>
        pageOfOrganization(call, databases.ofOrganization, (database) => databaseRecord(form, database)),
    },
    {
      name: 'GetOrganizationProjects',
      method: 'GET',
      path: '/organizations/:orgId/projects',
      handle: (call) =>
        pageOfOrganization(call, projects.ofOrganization, (project) => projectRecord(form, project)),
    },
  ];
}
