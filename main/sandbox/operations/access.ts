import type { SandboxContext } from '../context.ts';
import type { OrganizationRow } from '../store/accounts.ts';
import type { DatabaseRow } from '../store/databases.ts';
import { apiErrors } from '../words.ts';
import {
  type ApiResult,
  forbidden,
  idParam,
  notFound,
  type OperationRequest,
  succeeded,
} from './operation.ts';

/** Who may call an operation on an organization (the Access column of platform-interface 4.2). */
export type OrganizationAccess = 'memberOrParent' | 'admin' | 'adminOrParent';

/** Another organization is reported as not found. */
export const organizationFor =
  (context: SandboxContext, need: OrganizationAccess) =>
  (call: OperationRequest): ApiResult<OrganizationRow> => {
    const { accounts } = context;
    const id = idParam(call, 'orgId');
    const organization = id === undefined ? undefined : accounts.organization(id);
    if (organization === undefined) return notFound('organization');
    const permissions = accounts.memberPermissions(organization.id, call.caller.id);
    const isParentAdmin = isParentAdminOf(context, organization, call.caller.id);
    if (permissions === undefined && !isParentAdmin) return notFound('organization');
    const isAdmin = permissions?.includes('ORG_ADMIN') === true;
    switch (need) {
      case 'memberOrParent':
        return succeeded(organization);
      case 'admin':
        return isAdmin ? succeeded(organization) : forbidden(apiErrors.organizationAdminOnly);
      case 'adminOrParent':
        return isAdmin || isParentAdmin
          ? succeeded(organization)
          : forbidden(apiErrors.organizationOrParentAdminOnly);
    }
  };

/** platform-interface 1.3: a parent org admin administers sub-organizations. The base form has no parents. */
export function isParentAdminOf(
  { accounts, settings }: SandboxContext,
  organization: OrganizationRow,
  userId: number,
): boolean {
  if (settings.form === 'base' || organization.parentId === null) return false;
  return accounts.memberPermissions(organization.parentId, userId)?.includes('ORG_ADMIN') === true;
}

/**
 * - summary: the Database Org Admin group, which stays open to org admins even if orgAdminAccess is off
 * - administer: what else takes an admin of the database, or an org admin whom orgAdminAccess lets in
 * - upload: creating datasets and source files
 */
export type DatabaseAccess = 'summary' | 'administer' | 'upload';

/** platform-interface 1.3 and 4.2. Another organization's database is reported as not found. */
export const databaseFor =
  (context: SandboxContext, need: DatabaseAccess) =>
  (call: OperationRequest): ApiResult<DatabaseRow> => {
    const { accounts, databases } = context;
    const id = idParam(call, 'databaseId');
    const database = id === undefined ? undefined : databases.database(id);
    if (database === undefined) return notFound('database');
    const { caller } = call;
    const permissions = databases.permissionsOf(database.id, caller.id) ?? [];
    const membership = accounts.memberPermissions(database.organizationId, caller.id);
    const owner = accounts.organization(database.organizationId);
    const isParentAdmin = owner !== undefined && isParentAdminOf(context, owner, caller.id);
    if (membership === undefined && permissions.length === 0 && !isParentAdmin) return notFound('database');
    const isOrgAdmin = membership?.includes('ORG_ADMIN') === true;
    const isAdmittedOrgAdmin = isOrgAdmin && database.orgAdminAccess === 1;
    const isDatabaseAdmin = permissions.includes('DB_ADMIN');
    switch (need) {
      case 'summary':
        return isDatabaseAdmin || isOrgAdmin || isParentAdmin
          ? succeeded(database)
          : forbidden(apiErrors.databaseAdminOnly);
      case 'administer':
        if (isDatabaseAdmin || isAdmittedOrgAdmin) return succeeded(database);
        return forbidden(isOrgAdmin ? apiErrors.closedToOrgAdmins : apiErrors.databaseAdminOnly);
      case 'upload':
        return permissions.includes('DB_UPLOAD') || isAdmittedOrgAdmin
          ? succeeded(database)
          : forbidden(apiErrors.uploadPermission);
    }
  };
