import type { SandboxContext } from '../context.ts';
import { dataResponse } from '../response.ts';
import { organizationFor } from './access.ts';
import type { Operation } from './operation.ts';
import { operationOn } from './operation.ts';
import { pageResponse } from './paging.ts';
import { databaseRecord, organizationRecord, projectRecord, userRecord } from './records.ts';

/** The caller's own account and organizations (operations 2, 3, 5, 8, 9). */
export function organizationOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, databases, members, projects } = context;
  const { form } = context.settings;
  const startedAt = new Date().toISOString();

  const administered = organizationFor(context, 'adminOrParent');
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
          (organization) => organizationRecord(form, organization),
        ),
    },
    operationOn(
      organizationFor(context, 'memberOrParent'),
      { name: 'GetOrganization', method: 'GET', path: '/organizations/:orgId' },
      (organization) => dataResponse(organizationRecord(form, organization)),
    ),
    operationOn(
      administered,
      { name: 'GetOrganizationDatabases', method: 'GET', path: '/organizations/:orgId/databases' },
      ({ id }, call) =>
        pageResponse(
          call,
          (after, limit) => databases.ofOrganization(id, after, limit),
          (database) => databaseRecord(form, database),
        ),
    ),
    operationOn(
      administered,
      { name: 'GetOrganizationProjects', method: 'GET', path: '/organizations/:orgId/projects' },
      ({ id }, call) =>
        pageResponse(
          call,
          (after, limit) => projects.ofOrganization(id, after, limit),
          (project) => projectRecord(form, project),
        ),
    ),
  ];
}
