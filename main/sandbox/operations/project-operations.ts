import type { SandboxContext } from '../context.ts';
import { databaseFor } from './access.ts';
import type { Operation } from './operation.ts';
import { operationOn } from './operation.ts';
import { pageResponse } from './paging.ts';
import { projectRecord } from './records.ts';

/** Projects (operations 4, 28). */
export function projectOperations(context: SandboxContext): readonly Operation[] {
  const { projects } = context;
  const { form } = context.settings;

  return [
    {
      name: 'GetProjects',
      method: 'GET',
      path: '/projects',
      handle: (call) =>
        pageResponse(
          call,
          (after, limit) => projects.accessibleTo(call.caller.id, after, limit),
          (project) => projectRecord(form, project),
        ),
    },
    operationOn(
      databaseFor(context, 'summary'),
      { name: 'GetDatabaseProjects', method: 'GET', path: '/databases/:databaseId/projects' },
      ({ id }, call) =>
        pageResponse(
          call,
          (after, limit) => projects.ofDatabase(id, after, limit),
          (project) => ({
            ...projectRecord(form, project),
            emailThreadingStatus: project.emailThreadingStatus,
            ...(project.lastLogin === null ? {} : { lastLogin: project.lastLogin }),
          }),
        ),
    ),
  ];
}
