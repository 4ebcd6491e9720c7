import type { OrganizationRecord, UserRecord } from '../../preload/contract/platform/records.ts';

/** An organization that the account administers: only admins see much of it. Its primary organization where there are several. */
export function defaultOrganization(
  organizations: readonly OrganizationRecord[],
  user: UserRecord | null,
): OrganizationRecord | null {
  const administered = (user?.organizations ?? [])
    .filter(({ orgAdmin }) => orgAdmin === true)
    .map(({ id }) => id);
  const primary = user?.primaryOrganization ?? null;
  const byPreference = [
    organizations.find(({ id }) => id === primary && administered.includes(id)),
    organizations.find(({ id }) => administered.includes(id)),
    organizations.find(({ id }) => id === primary),
    organizations[0],
  ];
  return byPreference.find((organization) => organization !== undefined) ?? null;
}
