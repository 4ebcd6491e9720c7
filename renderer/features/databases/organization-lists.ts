import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import type { OrganizationRecord } from '../../../preload/contract/platform/records.ts';
import { chainedSource, type RemotePage, type RemoteSource } from '../../state/remote-rows.ts';

/** Those whose parent the key sees too. */
export function subOrganizationIds(organizations: readonly OrganizationRecord[]): readonly number[] {
  const all = new Set(organizations.map(({ id }) => id));
  return organizations
    .filter(({ parentOrganizationId: parent }) => parent != null && all.has(parent))
    .map(({ id }) => id);
}

/** The lists of the organizations that the key administers, one after the other. Returns null without any organization. */
export function organizationLists<Row>(
  operation: OperationName,
  orgIds: readonly number[],
  fetchPage: (orgId: number, next: string | null) => Promise<Result<RemotePage<Row>>>,
): RemoteSource<Row> | null {
  return chainedSource(operation, orgIds, async (orgId, next) => {
    const page = await fetchPage(orgId, next);
    // A member of the organization or of its parent who isn't its admin.
    const isRefused = !page.ok && failureKind(page.failure) === 'forbidden';
    return isRefused ? success({ elements: [], next: null }) : page;
  });
}
