/** What a key sees: the lists of its account, and those of the organizations that it administers. */

import { useMemo } from 'react';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import type { OrganizationRecord, ProjectRecord } from '../../../preload/contract/platform/records.ts';
import { callForPage, type RemotePage } from '../../state/bridge.ts';
import { forgetDatabaseStatuses, useDatabaseStatuses } from '../../state/database-status.ts';
import { chainedSource, type RemoteSource } from '../../state/remote-rows.ts';
import { type RemoteList, usePlatformList, useRemoteList } from '../../state/use-remote-list.ts';
import type { ListedDatabase } from './database-columns.tsx';
import { databaseRows } from './database-rows.ts';
import { type ListedProject, projectRows } from './project-rows.ts';

function useAccountLists(connectionId: string) {
  const account = { connectionId, path: {} };
  return {
    databases: usePlatformList('GetDatabases', account),
    projects: usePlatformList('GetProjects', account),
    organizations: usePlatformList('GetOrganizations', account),
  };
}

export function useDatabases(connectionId: string): RemoteList<ListedDatabase> {
  const { databases, projects, organizations } = useAccountLists(connectionId);
  // A parent organization's admin administers them (platform-interface 1.3), but the list of all databases has only those
  // of the own organization (4.2, operation 1).
  const subOrganizations = useMemo(
    () =>
      organizations.isComplete
        ? organizationLists(
            'GetOrganizationDatabases',
            subOrganizationIds(organizations.elements),
            (orgId, next) => callForPage('GetOrganizationDatabases', { connectionId, path: { orgId } }, next),
          )
        : null,
    [connectionId, organizations.isComplete, organizations.elements],
  );
  const ofSubOrganizations = useRemoteList(subOrganizations);
  const rows = useMemo(
    () =>
      databaseRows(
        [...databases.elements, ...ofSubOrganizations.elements],
        projects.elements,
        organizations.elements,
      ),
    [databases.elements, ofSubOrganizations.elements, projects.elements, organizations.elements],
  );
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const isComplete =
    databases.isComplete &&
    projects.isComplete &&
    (organizations.isComplete || organizations.failure !== null) &&
    (subOrganizations === null || ofSubOrganizations.isComplete);
  const statusOf = useDatabaseStatuses(connectionId, isComplete ? ids : none);
  return {
    elements: rows.map((row) => ({ ...row, status: statusOf(row.id) })),
    isComplete,
    isLoading:
      databases.isLoading || projects.isLoading || organizations.isLoading || ofSubOrganizations.isLoading,
    failure: databases.failure ?? projects.failure ?? ofSubOrganizations.failure,
    reload: () => {
      forgetDatabaseStatuses();
      databases.reload();
      projects.reload();
      organizations.reload();
    },
  };
}

/** The projects that the key can access, and all of the organizations that it administers. */
export function useProjects(connectionId: string): RemoteList<ListedProject> {
  const { databases, projects, organizations } = useAccountLists(connectionId);
  const source = useMemo(
    () =>
      organizations.isComplete
        ? organizationLists<{ readonly orgId: number; readonly project: ProjectRecord }>(
            'GetOrganizationProjects',
            organizations.elements.map(({ id }) => id),
            async (orgId, next) => {
              const page = await callForPage(
                'GetOrganizationProjects',
                { connectionId, path: { orgId } },
                next,
              );
              if (!page.ok) return page;
              const elements = page.value.elements.map((project) => ({ orgId, project }));
              return success({ elements, next: page.value.next });
            },
          )
        : null,
    [connectionId, organizations.isComplete, organizations.elements],
  );
  const ofOrganizations = useRemoteList(source);
  const elements = useMemo(
    () =>
      projectRows(projects.elements, ofOrganizations.elements, databases.elements, organizations.elements),
    [projects.elements, ofOrganizations.elements, databases.elements, organizations.elements],
  );
  const lists = [projects, organizations, ofOrganizations, databases];
  return {
    elements,
    isComplete:
      projects.isComplete &&
      organizations.isComplete &&
      databases.isComplete &&
      (source === null || ofOrganizations.isComplete),
    isLoading: lists.some(({ isLoading }) => isLoading),
    failure: lists.find(({ failure }) => failure !== null)?.failure ?? null,
    reload: () => {
      projects.reload();
      databases.reload();
      organizations.reload();
    },
  };
}

const none: readonly number[] = [];

/** Organizations whose parent the key sees too. */
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
