/** What the key's account sees (platform-interface 4.2, operations 1 to 4). */
import { defaults, type Operation, paged } from './operation.ts';
import * as records from './records.ts';

export const accountOperations = {
  GetDatabases: {
    ...defaults,
    summary: 'List databases',
    access: 'anyone',
    answers: 'list',
    ...paged,
    extendedField: 'owningOrganizationId',
    data: records.databaseRecord,
  },
  GetCurrentUser: {
    ...defaults,
    summary: "Get the API key's own account",
    access: 'anyone',
    answers: 'entity',
    data: records.userRecord,
  },
  GetOrganizations: {
    ...defaults,
    summary: 'List organizations',
    access: 'anyone',
    answers: 'list',
    ...paged,
    extendedField: 'parentOrganizationId',
    data: records.organizationRecord,
  },
  GetProjects: {
    ...defaults,
    summary: 'List projects',
    access: 'anyone',
    answers: 'list',
    ...paged,
    extendedField: 'frozen',
    data: records.projectRecord,
  },
} as const satisfies Record<string, Operation>;
