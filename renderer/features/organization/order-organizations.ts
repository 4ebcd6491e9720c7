import type { OrganizationRecord } from '../../../preload/contract/platform/records.ts';

/** Parents followed by their sub-organizations, each in alphabetical order. Pure. */
export function orderOrganizations(
  organizations: readonly OrganizationRecord[],
): readonly OrganizationRecord[] {
  const ids = new Set(organizations.map(({ id }) => id));
  const byName = organizations.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
  const placed = new Set<number>();
  const ordered: OrganizationRecord[] = [];
  const place = (organization: OrganizationRecord) => {
    if (placed.has(organization.id)) return;
    placed.add(organization.id);
    ordered.push(organization);
    for (const child of byName) if (child.parentOrganizationId === organization.id) place(child);
  };
  for (const organization of byName) {
    const parent = organization.parentOrganizationId;
    if (typeof parent !== 'number' || !ids.has(parent)) place(organization);
  }
  // Those whose parents are in a circle.
  for (const organization of byName) place(organization);
  return ordered;
}
