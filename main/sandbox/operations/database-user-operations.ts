import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { dataResponse, emptyResponse, errorResponse } from '../response.ts';
import type { UserRow } from '../store/accounts.ts';
import {
  type DatabasePermission,
  type DatabaseRow,
  type DatabaseUserRow,
  databasePermissions,
} from '../store/databases.ts';
import { apiErrors, eventDescriptions } from '../words.ts';
import { databaseFor } from './access.ts';
import {
  type ApiResult,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  operationOn,
  operationWithBody,
  succeeded,
  uniqueValues,
} from './operation.ts';
import { pageResponse } from './paging.ts';
import { embeddedUserRecord, extendedOnly } from './records.ts';

const permissionsBody = z.looseObject({ databasePermissions: uniqueValues(databasePermissions) });

/** Who may do what on a database (operations 22 to 25). */
export function databaseUserOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, databases, events } = context;
  const { form } = context.settings;

  /** platform-interface 2.8. A user without any organization isn't active. */
  const record = ({ permissions, ...user }: DatabaseUserRow) => {
    const memberships = accounts.memberships(user.id);
    return {
      permissions,
      user: embeddedUserRecord(user, memberships),
      ...extendedOnly(form, { active: memberships.length > 0 }),
    };
  };

  const administered = databaseFor(context, 'administer');
  /** A user of the database; with `orMember`, also a member of its organization who isn't one yet. */
  const userFor =
    (orMember: boolean) =>
    (
      call: OperationRequest,
    ): ApiResult<{
      readonly database: DatabaseRow;
      readonly user: UserRow;
      readonly permissions: readonly DatabasePermission[];
    }> => {
      const database = administered(call);
      if (!database.ok) return database;
      const { id, organizationId } = database.value;
      const user = accounts.user(idParam(call, 'userId') ?? 0);
      if (user === undefined) return notFound('user');
      const permissions = databases.permissionsOf(id, user.id);
      const isMember = accounts.memberPermissions(organizationId, user.id) !== undefined;
      return permissions === undefined && !(orMember && isMember)
        ? notFound('user')
        : succeeded({ database: database.value, user, permissions: permissions ?? [] });
    };
  const isOnlyAdmin = (database: DatabaseRow, user: UserRow): boolean =>
    databases.dependentOn(database.organizationId, user.id).some(({ id }) => id === database.id);
  const path = '/databases/:databaseId/users/:userId';
  return [
    operationOn(
      administered,
      { name: 'GetDatabaseUsers', method: 'GET', path: '/databases/:databaseId/users' },
      ({ id }, call) => pageResponse(call, (after, limit) => databases.users(id, after, limit), record),
    ),
    operationOn(
      userFor(false),
      { name: 'GetDatabaseUser', method: 'GET', path, extended: true },
      ({ user, permissions }) => dataResponse(record({ ...user, permissions })),
    ),
    operationWithBody(
      userFor(true),
      { name: 'PutDatabaseUser', method: 'PUT', path, extended: true },
      permissionsBody,
      ({ database, user, permissions: previousPermissions }, { databasePermissions: permissions }, call) => {
        if (!permissions.includes('DB_ADMIN') && isOnlyAdmin(database, user)) {
          return errorResponse(409, apiErrors.lastDatabaseAdmin(database.name));
        }
        context.transaction(() => {
          databases.putUser(database.id, user.id, permissions);
          events.record({
            organizationId: database.organizationId,
            type: 'DATABASE_PERMISSIONS_CHANGED',
            userId: call.caller.id,
            description: eventDescriptions.databasePermissionsChanged(user, database.name, permissions),
            data: { databaseId: database.id, userId: user.id, permissions, previousPermissions },
          });
        });
        return dataResponse(record({ ...user, permissions }));
      },
    ),
    operationOn(
      userFor(false),
      { name: 'DeleteDatabaseUser', method: 'DELETE', path, extended: true },
      ({ database, user, permissions: previousPermissions }, call) => {
        if (isOnlyAdmin(database, user)) {
          return errorResponse(409, apiErrors.lastDatabaseAdmin(database.name));
        }
        context.transaction(() => {
          databases.removeUser(database.id, user.id);
          events.record({
            organizationId: database.organizationId,
            type: 'DATABASE_PERMISSIONS_REMOVED',
            userId: call.caller.id,
            description: eventDescriptions.databasePermissionsRemoved(user, database.name),
            data: { databaseId: database.id, userId: user.id, previousPermissions },
          });
        });
        return emptyResponse();
      },
    ),
  ];
}
