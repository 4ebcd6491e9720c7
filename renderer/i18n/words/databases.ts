import { plural } from './common.ts';

export const databases = {
  title: 'Databases and projects',
  about: (name: string) => `What your API key sees on ${name}`,
  list: 'Databases',
  count: (amount: number) => plural(amount, 'database', 'databases'),
  search: 'Search databases',
  empty: 'No databases',
  emptyDescription:
    "Your API key's account doesn't administer any database and isn't in any project. Ask an organization admin for access.",

  name: 'Name',
  id: 'ID',
  organization: 'Organization',
  role: 'Your access',
  roles: {
    admin: 'Administrator',
    project: 'Project only',
  },
  orgAdminAccess: 'Org admins',
  orgAdminAccessValues: { on: 'Full access', off: 'Summary only', unknown: '–' },
  upload: 'Upload',
  uploadValues: { granted: 'Allowed', missing: 'Not allowed', closed: 'Closed', unknown: 'Not known' },
  uploadHints: {
    granted: 'Your account has the permission to upload.',
    missing: 'Your account has no permission to upload.',
    closed:
      'Organization admins have no access to the documents of this database. Your account can upload only with a permission of its own.',
    unknown: "The platform doesn't say before an upload starts. An organization admin usually may.",
  },
  checking: 'Checking…',
  state: 'State',
  billedSize: 'Billed size',

  notFound: 'Database not found',
  notFoundDescription: 'It may have been deleted, or your API key has no access to it.',
  toList: 'Show databases',
  unnamed: (id: number) => `Database ${id}`,
  subtitle: (id: number, organization: string | null) =>
    organization === null ? `Database ${id}` : `Database ${id} · ${organization}`,
  newUpload: 'Upload to this database',
  billing: 'Show billing',
  tabs: 'Database',
  overview: 'Overview',
  projects: 'Projects',
  users: 'Users',

  details: 'Details',
  context: 'Context',
  orgAdminAccessOn: 'Organization admins have full access',
  orgAdminAccessOff: 'Organization admins see the name and the total size only',
  fields: 'Database fields',
  fieldsNone: 'This database has no fields.',
  fieldName: 'Field',
  fieldType: 'Type',
  fieldValue: 'Value',

  size: 'Size',
  sizeHint:
    "The platform doesn't say in which unit it reports these sizes. The number is the platform's; below it is the size if the unit is bytes. If that isn't close to the size in Billing, it's another unit. Each document counts once, however many projects it is in.",
  /** Below a size without a unit. */
  ifBytes: (size: string) => `${size} if in bytes`,
  sizeKind: 'Documents',
  sizeKinds: {
    nativeDocs: 'Uploaded natively',
    processedDocs: 'Processed',
    producedDocs: 'Produced on the platform',
  },
  docCount: 'Count',
  nativeSize: 'Native size',
  imageSize: 'Image size',
  textSize: 'Text size',
  notReported: '–',
} as const;

export const databaseProjects = {
  count: (amount: number) => plural(amount, 'project', 'projects'),
  search: 'Search projects',
  empty: 'No projects',
  emptyDescription: 'Uploads to this database appear in its complete projects as soon as it has one.',
  name: 'Name',
  internalName: 'Internal name',
  contents: 'Documents',
  complete: 'All (complete)',
  partial: 'Some (partial)',
  state: 'State',
  states: { active: 'Active', suspended: 'Suspended', frozen: 'Frozen' },
  eca: 'ECA',
  production: 'Production mode',
  mfa: 'MFA required',
  threading: 'Email threading',
  lastLogin: 'Last login',
  created: 'Created',
  yes: 'Yes',
  no: 'No',
  unknown: '–',
  users: 'Users of this project',
  usersHint:
    "The platform doesn't document what it says about a project's users, so every field is shown under the platform's own name.",
  usersNotOffered: 'The users of a project are not available',
  usersNotOfferedDescription:
    "The platform's documentation names this list but not its address, and the address in the interface profile isn't right for this platform.",
  usersNone: 'This project has no users.',
  usersCount: (amount: number) => plural(amount, 'user', 'users'),
  close: 'Close',
} as const;

export const databaseUsers = {
  count: (amount: number) => plural(amount, 'user', 'users'),
  search: 'Search users',
  empty: 'No users',
  emptyDescription: 'Nobody has a permission of their own in this database.',
  name: 'Name',
  username: 'Username',
  organizations: 'Organizations',
  permissions: 'Permissions',
  noPermissions: 'None',
  active: 'Active',
  id: 'User ID',
  grant: 'Grant permissions',
  change: 'Change permissions',
  revoke: 'Revoke all',
  dialogTitle: (name: string) => `Permissions of ${name}`,
  grantTitle: 'Grant permissions',
  person: 'Person',
  personHint: 'Members of the organization that owns the database.',
  personId: 'User ID',
  personIdHint: "The members of the organization can't be listed with this API key, so enter the ID.",
  personIdInvalid: 'Enter a whole number.',
  personMissing: 'Choose a person.',
  overwrite:
    'Saving replaces all permissions of this person in the database with the checked ones. You confirm the change before it is made.',
  alreadyUser: (permissions: string) =>
    permissions === ''
      ? 'Is a user of this database already, without permissions.'
      : `Is a user of this database already: ${permissions}.`,
  save: 'Save permissions',
  permissionsLabel: 'Permissions in this database',
  saved: (name: string) => `Saved the permissions of ${name}`,
  revoked: (name: string) => `Revoked all permissions of ${name}`,
} as const;
