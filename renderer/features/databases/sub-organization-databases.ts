import { failureKind, type Result, success } from '../../../preload/contract/failure.ts';
import type { DatabaseRecord, OrganizationRecord } from '../../../preload/contract/platform/records.ts';
import type { RemotePage, RemoteSource } from '../../state/remote-rows.ts';

/** Those whose parent the key sees too. */
export function subOrganizationIds(organizations: readonly OrganizationRecord[]): readonly number[] {
  const all = new Set(organizations.map(({ id }) => id));
  return organizations
    .filter(({ parentOrganizationId: parent }) => parent != null && all.has(parent))
    .map(({ id }) => id);
}

type FetchPage = (orgId: number, next: string | null) => Promise<Result<RemotePage<DatabaseRecord>>>;

/**
 * The databases of one organization after the other: a parent organization's admin administers them (platform-interface
 * 1.3), but the list of all databases has only those of the own organization (4.2, operation 1). Null without any.
 */
export function subOrganizationDatabases(
  orgIds: readonly number[],
  fetchPage: FetchPage,
): RemoteSource<DatabaseRecord> | null {
  if (orgIds.length === 0) return null;
  return {
    operation: 'GetOrganizationDatabases',
    fetchPage: async (at) => {
      const [, index = '0', link = ''] = /^(\d+) (.*)$/s.exec(at ?? '') ?? [];
      const orgId = orgIds[Number(index)];
      if (orgId === undefined) return success({ elements: [], next: null });
      const page = await fetchPage(orgId, link === '' ? null : link);
      // A member of the parent organization who isn't its admin.
      const isRefused = !page.ok && failureKind(page.failure) === 'forbidden';
      if (!page.ok && !isRefused) return page;
      const { elements, next } = page.ok ? page.value : { elements: [], next: null };
      const following = Number(index) + 1;
      if (next !== null) return success({ elements, next: `${index} ${next}` });
      return success({ elements, next: following < orgIds.length ? `${following} ` : null });
    },
  };
}
