import type { TimelinePoint } from '../billing/project-timeline.ts';
import type { DatabaseSize } from '../store/billing.ts';
import { organizationId } from './accounts.ts';
import { historyOf } from './project-history.ts';
import { seedDatabases, seedProjectPlans } from './project-plans.ts';
import type { SetRow } from './step.ts';

export function seedProjects(setRow: SetRow, firstStart: Date): void {
  for (const [id, name] of seedDatabases)
    setRow('databases', { id, organizationId, name, orgAdminAccess: 1 });
  for (const project of seedProjectPlans) {
    const { id, databaseId, name, displayName = name } = project;
    const history = historyOf(project, firstStart);
    setRow('projects', {
      ...{ id, databaseId, name, displayName },
      created: new Date(history[0]?.atMs ?? firstStart).toISOString(),
      partial: project.partial === true ? 1 : 0,
      mfaRequired: project.mfaRequired === true ? 1 : 0,
      productionMode: project.productionMode === true ? 1 : 0,
      // platform-interface 2.5 shows IN_PROGRESS. The other one is the sandbox's own.
      emailThreadingStatus: id % 2 === 1 ? 'IN_PROGRESS' : 'COMPLETE',
      lastLogin: firstStart.toISOString(),
    });
    for (const { eca, deletionRequested, ...point } of history) {
      const flags = { eca: eca ? 1 : 0, deletionRequested: deletionRequested ? 1 : 0 };
      setRow('projectHistory', { projectId: id, ...point, ...flags });
    }
    const last = history.at(-1);
    if (project.partial !== true && last !== undefined) seedDocuments(setRow, databaseId, last);
  }
  seedCreditUsage(setRow, firstStart);
  seedUserGroups(setRow);
}

const bytesPerDocument = 420_000;

/** The documents behind the size of a database's complete project. */
function seedDocuments(setRow: SetRow, databaseId: number, size: TimelinePoint): void {
  const documents = (kind: keyof DatabaseSize, bytes: number): void => {
    const imageSize = Math.round(bytes * 0.17);
    const textSize = Math.round(bytes * 0.05);
    setRow('earlierDocuments', {
      ...{ databaseId, kind, imageSize, textSize },
      docCount: Math.round(bytes / bytesPerDocument),
      nativeSize: bytes - imageSize - textSize,
    });
  };
  documents('nativeDocs', size.nativeBytes);
  documents('processedDocs', size.processedBytes);
  documents('producedDocs', size.producedBytes);
}

/** More each month. Where prepaid credits are used up, on-demand ones follow. */
function seedCreditUsage(setRow: SetRow, firstStart: Date): void {
  const prepaidCredits = 1200;
  for (const databaseId of [2002, 2201]) {
    for (let monthsAgo = 10; monthsAgo >= 0; monthsAgo -= 1) {
      const month = new Date(Date.UTC(firstStart.getUTCFullYear(), firstStart.getUTCMonth() - monthsAgo));
      const used = (11 - monthsAgo) * 140 + ((monthsAgo * 37) % 90);
      setRow('creditUsage', {
        ...{ databaseId, year: month.getUTCFullYear(), month: month.getUTCMonth() + 1 },
        prepaid: Math.min(used, prepaidCredits),
        onDemand: Math.max(0, used - prepaidCredits),
      });
    }
  }
}

/** The names of groups and permissions are the sandbox's own: the specification shows neither. */
function seedUserGroups(setRow: SetRow): void {
  const group = (
    id: number,
    projectId: number,
    name: string,
    permissions: readonly string[],
    userIds: readonly number[],
  ): void => {
    setRow('userGroups', { id, projectId, name, permissions: JSON.stringify(permissions) });
    for (const userId of userIds) {
      setRow('projectUsers', { projectId, userId });
      setRow('userGroupMembers', { groupId: id, userId });
    }
  };
  // On a project of an organization that she isn't a member of (platform-interface 4.2, operation 10).
  const expert = {
    id: 22,
    organizationId: 102,
    firstName: 'Iris',
    lastName: 'Vance',
    title: 'Expert witness',
  };
  setRow('users', { ...expert, username: 'ivance', email: 'iris.vance@example.org' });
  setRow('members', { organizationId: 102, userId: expert.id, permissions: '[]' });
  group(8001, 501, 'Project administrators', ['ADMIN', 'VIEW', 'CODE', 'PRODUCE'], [13]);
  group(8002, 501, 'Reviewers', ['VIEW', 'CODE'], [12, 14]);
  group(8003, 501, 'Production team', ['VIEW', 'PRODUCE'], [14]);
  group(8004, 502, 'Privilege reviewers', ['VIEW', 'CODE'], [13]);
  group(8005, 505, 'Experts', ['VIEW'], [expert.id]);
}
