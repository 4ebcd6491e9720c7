import type { BillingState } from '../billing/project-timeline.ts';
import type { UserRow } from './accounts.ts';
import type { SandboxDatabase } from './database.ts';

export interface ProjectRow {
  readonly id: number;
  readonly databaseId: number;
  readonly name: string;
  readonly displayName: string;
  readonly partial: number;
  readonly mfaRequired: number;
  readonly productionMode: number;
  readonly emailThreadingStatus: string;
  readonly lastLogin: string | null;
  readonly created: string;
  readonly eca: number;
  readonly state: BillingState;
  readonly databaseName: string;
  readonly databaseOrganizationId: number;
  readonly orgAdminAccess: number;
}

/** A deleted project is in no list. */
const projectColumns = `p.id, p.databaseId, p.name, coalesce(p.displayName, p.name) AS displayName, p.partial,
  p.mfaRequired, p.productionMode, p.emailThreadingStatus, p.lastLogin, p.created, h.eca, h.state,
  d.name AS databaseName, d.organizationId AS databaseOrganizationId, d.orgAdminAccess
  FROM projects p
  JOIN databases d ON d.id = p.databaseId
  JOIN projectHistory h ON h.projectId = p.id AND h.state <> 'DELETED'
    AND h.atMs = (SELECT max(atMs) FROM projectHistory WHERE projectId = p.id)`;

export interface UserGroupRow {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly string[];
}

export type ProjectRepository = ReturnType<typeof createProjectRepository>;

/** Lists start after the id `after`. */
export function createProjectRepository(db: SandboxDatabase) {
  // platform-interface 1.3: org admins reach all projects of the databases that are open to them.
  const accessible = db.prepare<{ userId: number; after: number; limit: number }, ProjectRow>(
    `SELECT ${projectColumns} WHERE p.id > :after AND (
       (d.orgAdminAccess = 1 AND EXISTS (
         SELECT 1 FROM members m, json_each(m.permissions) j
         WHERE m.organizationId = d.organizationId AND m.userId = :userId AND j.value = 'ORG_ADMIN'))
       OR EXISTS (SELECT 1 FROM projectUsers u WHERE u.projectId = p.id AND u.userId = :userId))
     ORDER BY p.id LIMIT :limit`,
  );
  const ofDatabase = db.prepare<[number, number, number], ProjectRow>(
    `SELECT ${projectColumns} WHERE p.databaseId = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
  );
  const ofOrganization = db.prepare<[number, number, number], ProjectRow>(
    `SELECT ${projectColumns} WHERE d.organizationId = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
  );
  const byId = db.prepare<[number], ProjectRow>(`SELECT ${projectColumns} WHERE p.id = ?`);
  const users = db.prepare<[number, number, number], UserRow>(
    `SELECT u.* FROM users u JOIN projectUsers m ON m.userId = u.id
     WHERE m.projectId = ? AND u.id > ? ORDER BY u.id LIMIT ?`,
  );
  const groups = db.prepare<[number, number], Omit<UserGroupRow, 'permissions'> & { permissions: string }>(
    `SELECT g.id, g.name, g.permissions FROM userGroups g JOIN userGroupMembers m ON m.groupId = g.id
     WHERE g.projectId = ? AND m.userId = ? ORDER BY g.id`,
  );

  return {
    users: (projectId: number, after: number, limit: number) => users.all(projectId, after, limit),
    groupsOf: (projectId: number, userId: number): readonly UserGroupRow[] =>
      groups.all(projectId, userId).map((row) => ({ ...row, permissions: parseNames(row.permissions) })),
    project: (id: number) => byId.get(id),
    /** Whether a dataset of the database can name the project (platform-interface 4.3). */
    isPartial: (databaseId: number, id: number): boolean => {
      const project = byId.get(id);
      return project !== undefined && project.databaseId === databaseId && project.partial === 1;
    },
    accessibleTo: (userId: number, after: number, limit: number) => accessible.all({ userId, after, limit }),
    ofDatabase: (databaseId: number, after: number, limit: number) =>
      ofDatabase.all(databaseId, after, limit),
    ofOrganization: (organizationId: number, after: number, limit: number) =>
      ofOrganization.all(organizationId, after, limit),
  };
}

function parseNames(json: string): readonly string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}
