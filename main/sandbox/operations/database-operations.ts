import type { SandboxContext } from '../context.ts';
import { type ApiResponse, dataResponse } from '../response.ts';
import type { DatabaseRow } from '../store/databases.ts';
import { authorizeDatabase } from './access.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { pageResponse } from './paging.ts';
import { databaseRecord } from './records.ts';

/** Databases and their sizes (operations 1, 26, 29). */
export function databaseOperations(context: SandboxContext): readonly Operation[] {
  const { billing, databases } = context;
  const { form } = context.settings;

  const withDatabase = (
    call: OperationRequest,
    then: (database: DatabaseRow) => ApiResponse,
  ): ApiResponse => {
    const database = authorizeDatabase(context, call, 'summary');
    return database.ok ? then(database.value) : database.response;
  };

  return [
    {
      name: 'GetDatabases',
      method: 'GET',
      path: '/databases',
      handle: (call) =>
        pageResponse(
          call,
          (after, limit) => databases.administeredBy(call.caller.id, after, limit),
          (database) => database.id,
          (database) => databaseRecord(form, database),
        ),
    },
    {
      name: 'GetDatabase',
      method: 'GET',
      path: '/databases/:databaseId',
      handle: (call) => withDatabase(call, (database) => dataResponse(databaseRecord(form, database))),
    },
    {
      name: 'GetDatabaseSize',
      method: 'GET',
      path: '/databases/:databaseId/size',
      handle: (call) => withDatabase(call, (database) => dataResponse(billing.databaseSize(database.id))),
    },
  ];
}
