import type {
  DatabaseRecord,
  OrganizationRecord,
  ProjectRecord,
} from '../../../preload/contract/platform/records.ts';

export type ListedProject = ProjectRecord & {
  /** It is null where the platform doesn't say: in the base form, and for a project that only its own account lists. */
  readonly organizationName: string | null;
};

/** Each project once: those that the key can access, then those that only an organization's list has. Pure. */
export function projectRows(
  own: readonly ProjectRecord[],
  ofOrganizations: readonly { readonly orgId: number; readonly project: ProjectRecord }[],
  databases: readonly DatabaseRecord[],
  organizations: readonly OrganizationRecord[],
): readonly ListedProject[] {
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const listedBy = new Map(ofOrganizations.map(({ orgId, project }) => [project.id, orgId]));
  const owners = new Map(databases.map(({ id, owningOrganizationId }) => [id, owningOrganizationId]));
  const rows = new Map<number, ListedProject>();
  for (const project of [...own, ...ofOrganizations.map((each) => each.project)]) {
    if (rows.has(project.id)) continue;
    const orgId = listedBy.get(project.id) ?? owners.get(project.database?.id ?? -1);
    const organizationName = orgId == null ? null : (names.get(orgId) ?? String(orgId));
    rows.set(project.id, { ...project, organizationName });
  }
  return [...rows.values()];
}
