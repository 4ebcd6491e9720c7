import type { SandboxContext } from '../context.ts';
import { dataResponse } from '../response.ts';
import type { UserRow } from '../store/accounts.ts';
import type { ProjectRow } from '../store/projects.ts';
import { apiErrors } from '../words.ts';
import {
  type ApiResult,
  forbidden,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  operationOn,
  succeeded,
} from './operation.ts';
import { pageResponse } from './paging.ts';
import { embeddedUserRecord } from './records.ts';

/**
 * GetProjectUsers and GetProjectUser. The specification names them, but shows neither their records nor who may call them:
 * both are the sandbox's own, and a client must not rely on them.
 */
export function projectUserOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, projects } = context;

  /** platform-interface 1.3: a user in several groups holds the union of their permissions. */
  const record = (project: ProjectRow, user: UserRow): unknown => {
    const userGroups = projects.groupsOf(project.id, user.id);
    return {
      user: embeddedUserRecord(user, accounts.memberships(user.id)),
      permissions: [...new Set(userGroups.flatMap((group) => group.permissions))],
      userGroups,
    };
  };

  const administered = (call: OperationRequest) => authorizeProject(context, call);
  return [
    operationOn(
      administered,
      { name: 'GetProjectUsers', method: 'GET', path: '/projects/:projectId/users' },
      (project, call) =>
        pageResponse(
          call,
          (after, limit) => projects.users(project.id, after, limit),
          (user) => record(project, user),
        ),
    ),
    operationOn(
      administered,
      { name: 'GetProjectUser', method: 'GET', path: '/projects/:projectId/users/:userId' },
      (project, call) => {
        const userId = idParam(call, 'userId') ?? 0;
        const [user] = projects.users(project.id, userId - 1, 1);
        return user?.id === userId ? dataResponse(record(project, user)) : notFound('user').response;
      },
    ),
  ];
}

/** Admins of the project, of its database, and of the organization where orgAdminAccess lets them in. */
function authorizeProject(context: SandboxContext, call: OperationRequest): ApiResult<ProjectRow> {
  const { accounts, databases, projects } = context;
  const { id: callerId } = call.caller;
  const project = projects.project(idParam(call, 'projectId') ?? 0);
  if (project === undefined) return notFound('project');
  const databasePermissions = databases.permissionsOf(project.databaseId, callerId);
  const membership = accounts.memberPermissions(project.databaseOrganizationId, callerId);
  const isOnProject = projects.users(project.id, callerId - 1, 1)[0]?.id === callerId;
  if (databasePermissions === undefined && membership === undefined && !isOnProject)
    return notFound('project');
  const isAdmin =
    databasePermissions?.includes('DB_ADMIN') === true ||
    (membership?.includes('ORG_ADMIN') === true && project.orgAdminAccess === 1) ||
    (isOnProject &&
      projects.groupsOf(project.id, callerId).some((group) => group.permissions.includes('ADMIN')));
  return isAdmin ? succeeded(project) : forbidden(apiErrors.projectAdminOnly);
}
