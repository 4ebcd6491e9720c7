import type {
  DatabaseRecord,
  OrganizationRecord,
  ProjectRecord,
} from '../../../preload/contract/platform/records.ts';

export interface DatabaseRow {
  readonly id: number;
  readonly name: string;
  /** It is null where the platform doesn't say: in the base form, and for a database that is known by a project only. */
  readonly organization: string | null;
  /** `project`: the platform doesn't list it to this key, which has access to one of its projects. */
  readonly access: 'admin' | 'project';
  readonly orgAdminAccess: boolean | null;
}

/** The databases that a key administers, and those that it knows through projects, by name. */
export function databaseRows(
  databases: readonly DatabaseRecord[],
  projects: readonly ProjectRecord[],
  organizations: readonly OrganizationRecord[],
): readonly DatabaseRow[] {
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const rows = new Map<number, DatabaseRow>();
  for (const { database } of projects) {
    if (database == null) continue;
    const { id, name, orgAdminAccess } = database;
    rows.set(id, {
      id,
      name: name ?? String(id),
      organization: null,
      access: 'project',
      orgAdminAccess: orgAdminAccess ?? null,
    });
  }
  for (const { id, name, owningOrganizationId, orgAdminAccess } of databases) {
    rows.set(id, {
      id,
      name,
      organization:
        owningOrganizationId == null
          ? null
          : (names.get(owningOrganizationId) ?? String(owningOrganizationId)),
      access: 'admin',
      orgAdminAccess: orgAdminAccess ?? null,
    });
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name));
}
