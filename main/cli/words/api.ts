/** What `lading api` says: the help of every operation, its questions, and its notices. */

import type {
  Access,
  Operation,
  OperationName,
  OperationPath,
  OperationQuery,
} from '../../../preload/contract/platform/operations.ts';
import type { InterfaceForm } from '../../../preload/contract/views/interface-form.ts';
import { calledAs, formatCommand } from '../../app/command-line.ts';

type NamesIn<Values> = Values extends unknown ? (string extends keyof Values ? never : keyof Values) : never;
type ParameterName =
  | NamesIn<OperationPath<OperationName>>
  | NamesIn<OperationQuery<OperationName>>
  | 'after'
  | 'limit';

interface ParameterWords {
  readonly placeholder: string;
  readonly description: string;
}

const id = (what: string): ParameterWords => ({ placeholder: 'id', description: `ID of the ${what}` });

const parameterTable: Readonly<Record<ParameterName, ParameterWords>> = {
  orgId: id('organization'),
  userId: id('user'),
  databaseId: id('database'),
  datasetId: id('dataset'),
  sourceFileId: id('source file'),
  directoryId: id('legal hold directory'),
  projectId: id('project'),
  partNumber: { placeholder: 'n', description: 'Number of the part; the first one is 1' },
  year: { placeholder: 'year', description: 'Year, four digits (default: the current year)' },
  month: { placeholder: 'month', description: 'Month, 1 to 12 (default: the current month)' },
  begin: { placeholder: 'time', description: 'Start of the time range, which includes it' },
  end: { placeholder: 'time', description: 'End of the time range, which excludes it' },
  eventId: { placeholder: 'id', description: 'Start after the event with this ID' },
  after: { placeholder: 'id', description: 'Start after the element with this ID' },
  limit: { placeholder: 'n', description: 'Elements per page' },
};

/** A parameter that has no words yet is shown by its name. */
export function parameterWords(name: string): ParameterWords {
  const table: Readonly<Record<string, ParameterWords>> = parameterTable;
  return table[name] ?? { placeholder: 'n', description: name };
}

/** Each follows the name of a field. */
export const bodyProblems = {
  unknown: "isn't a field of this body",
  missing: 'is missing',
  /** In the words of the schema. */
  invalid: (message: string) => `isn't valid (${message.replace(/^Invalid input: /, '')})`,
} as const;

export const standardInputName = 'standard input';

export const headings = {
  parameters: 'Parameters:',
  options: 'Options:',
} as const;

export const invalidParameter = {
  time: 'Use a date (2026-10-01), a time with its zone (2026-10-01T14:30:00Z), or milliseconds since 1970.',
  range: (min: number, max: number) => `Use a whole number from ${min} to ${max}.`,
  atLeast: (min: number) => `Use a whole number, ${min} or higher.`,
} as const;

/** The words of `lading api` itself. */
export const listing = {
  epilogue: () => `
Operations marked * belong to the extended form of the interface, which not every platform has.
Names may be written in any case. An operation's own help has its parameters, its body, and who may
call it:

  ${calledAs()} api GetOrganizationBilling --help

Examples:
  ${calledAs()} api GetCurrentUser
  ${calledAs()} api GetOrganizationBilling --org-id 7 --year 2026 --month 10
  ${calledAs()} api GetOrganizationEvents --org-id 7 --begin 2026-10-01 --end 2026-11-01 --all
  echo '{"databasePermissions": ["DB_UPLOAD"]}' | ${calledAs()} api PutDatabaseUser --database-id 12 --user-id 5 --body - --yes
`,
  usage: 'OPERATION [options]',
} as const;

/** `similar`: operations with this in their name. */
export function unknownOperation(name: string, similar: readonly string[]): string {
  const found = similar.length === 0 ? '' : ` (Did you mean ${similar.slice(0, 5).join(', ')}?)`;
  return `unknown operation '${name}'${found}. To list operations, run: ${formatCommand('api')}`;
}

export function unknownParameter(message: string, operation: string, parameters: readonly string[]): string {
  const taken = parameters.length === 0 ? 'It takes none' : `It takes ${parameters.join(', ')}`;
  return `${message}. ${taken}. For all its options, run: ${formatCommand('api', operation, '--help')}`;
}

export function operationSummary({ summary, form }: Pick<Operation, 'summary' | 'form'>): string {
  return form === 'extended' ? `${summary} *` : summary;
}

/** In the order of the help. */
export const groups = {
  account: 'What the key can see:',
  organizations: 'Organizations:',
  databases: 'Databases:',
  projects: 'Projects:',
  directories: 'Legal hold directories:',
  uploads: 'Uploads (the command upload does all of this):',
} as const;

/** The access column of platform-interface 4.2. */
const accessText: Readonly<Record<Access, string>> = {
  anyone: 'every key; the answer has what its account can see',
  'organization-member': 'members of the organization, and admins of its parent organization',
  'organization-admin': 'admins of the organization',
  'organization-or-parent-admin': 'admins of the organization or of its parent organization',
  'database-admin':
    'admins of the database, and admins of the organization that owns it or of its parent, even if org admin access is off',
  'database-users-admin':
    'admins of the database and, if org admin access is on, admins of the organization that owns it',
  uploader: 'users who may upload to the database (DB_UPLOAD)',
  'directory-admin': 'admins and legal hold admins of the organization that owns the directory',
  'not-shown': "not documented for this operation; for similar ones, the organization's admins",
};

export const mayLackOperation =
  'If it does exist, the platform may lack this operation, which belongs to the extended form of the interface.';

export function whoMayCall(access: Access): string {
  return `Who may call it: ${accessText[access]}.`;
}

export const operationHelp = {
  form: {
    base: 'Form: base. Every platform has it.',
    extended: "Form: extended. A platform of the base form doesn't have it.",
  },
  request: (method: string, path: string, known: boolean, profile: string) =>
    `Request: ${method} ${path} (${known ? 'documented' : `assumed by interface profile ${profile}`}).`,
  pageSize: ({ default: size, max }: { readonly default: number; readonly max: number }, isList: boolean) =>
    `Page size: 1 to ${max} (default: ${size}${isList ? `; with --all: ${max}` : ''}).`,
  times:
    'Times: dates such as 2026-10-01 (midnight UTC), times with their zone such as 2026-10-01T14:30:00Z, or milliseconds since 1970.',
  asks: 'It changes or removes what people have, or adds people: it asks on a terminal, and needs --yes elsewhere.',
  body: 'Body, a JSON object:',
  bodyField: (description: string, isRequired: boolean) =>
    isRequired ? `${description} (required)` : description,
  example: 'Example:',
  exampleValue: ({ name, isTime }: { readonly name: string; readonly isTime: boolean }) =>
    isTime ? (name === 'end' ? '2026-11-01' : '2026-10-01') : '7',
} as const;

export const bodyWords = {
  uploads: {
    datasetName: 'Name of the dataset',
    description: 'Its description',
    filename: 'Name of the file, with the folders before it',
    custodian: "Custodian of the file, in place of the dataset's default",
    passwords: 'Passwords to try on encrypted files, a list of strings',
    childCustodians: 'Custodians inside the file, an object of child path to custodian',
    directLink: 'Link that the platform downloads the file from, instead of parts',
    etags: 'ETags of all parts, in their order, a list of strings',
    sha1: 'SHA-1 of the whole file, in hex',
  },
  setting: (
    label: string,
    options: readonly { readonly value: string; readonly known: boolean }[],
    form: InterfaceForm,
  ) => {
    const values = options.map(({ value, known }) => (known ? value : `${value} (assumed)`));
    const name = form === 'extended' ? `${label} *` : label;
    return values.length === 0 ? name : `${name}: ${values.join(', ')}`;
  },
  texts: 'strings',
  objects: 'objects',
  text: (min: number, max: number | null) =>
    max === null ? 'String' : `String of ${min > 0 ? `${min} to` : 'at most'} ${max} characters`,
  list: (what: string, min: number, max: number | null, values: readonly string[]) => {
    const count = max === null ? '' : ` of ${min > 0 ? `${min} to` : 'at most'} ${max}`;
    return `List${count} ${what}${values.length === 0 ? '' : `, such as ${values.join(', ')}`}`;
  },
} as const;

export const notices = {
  more: 'There are more elements. To get all of them, pass --all.',
  done: 'Done.',
  unchanged: 'Nothing was changed.',
} as const;
