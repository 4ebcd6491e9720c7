import type { SandboxContext } from '../context.ts';
import { dataResponse } from '../response.ts';
import { databaseFor } from './access.ts';
import type { Operation } from './operation.ts';
import { operationOn } from './operation.ts';
import { pageResponse } from './paging.ts';
import { databaseRecord } from './records.ts';

/** Databases and their sizes (operations 1, 26, 29). */
export function databaseOperations(context: SandboxContext): readonly Operation[] {
  const { billing, databases } = context;
  const { form } = context.settings;

  const summary = databaseFor(context, 'summary');
  return [
    {
      name: 'GetDatabases',
      method: 'GET',
      path: '/databases',
      handle: (call) =>
        pageResponse(
          call,
          (after, limit) => databases.administeredBy(call.caller.id, after, limit),
          (database) => databaseRecord(form, database),
        ),
    },
    operationOn(summary, { name: 'GetDatabase', method: 'GET', path: '/databases/:databaseId' }, (database) =>
      dataResponse(databaseRecord(form, database)),
    ),
    operationOn(
      summary,
      { name: 'GetDatabaseSize', method: 'GET', path: '/databases/:databaseId/size' },
      ({ id }) => dataResponse(billing.databaseSize(id)),
    ),
  ];
}
