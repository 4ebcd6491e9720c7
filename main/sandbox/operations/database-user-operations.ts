import type { SandboxContext } from '../context.ts';
import { dataResponse } from '../response.ts';
import { authorizeDatabase } from './access.ts';
import { idParam, notFound, type Operation } from './operation.ts';
import { embeddedUserRecord } from './records.ts';

/** Who may do what on a database (operations 22 to 25). */
export function databaseUserOperations(context: SandboxContext): readonly Operation[] {
  const { accounts, databases } = context;

  return [
    {
      name: 'GetDatabaseUser',
      method: 'GET',
      path: '/databases/:databaseId/users/:userId',
      extended: true,
      handle: (call) => {
        const database = authorizeDatabase(context, call, 'administer');
        if (!database.ok) return database.response;
        const user = accounts.user(idParam(call, 'userId') ?? 0);
        const permissions = user === undefined ? [] : databases.permissionsOf(database.value.id, user.id);
        return user === undefined || permissions.length === 0
          ? notFound('user').response
          : dataResponse({
              permissions,
              user: embeddedUserRecord(user, accounts.memberships(user.id)),
              active: true,
            });
      },
    },
  ];
}
