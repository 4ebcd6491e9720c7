import { count } from '../format.ts';
import { plural } from './common.ts';

type LineProblem = 'no-email' | 'too-many-columns' | 'too-long' | 'twice';

const people = (amount: number) => plural(amount, 'person', 'people');

export const organization = {
  title: 'Organization',
  choose: 'Organization',
  partOf: (parent: string) => `Part of ${parent}`,
  id: (id: number) => `ID ${id}`,
  tabs: 'Organization',
  members: 'Members',
  access: 'Database access',
  invitations: 'Invitations',
  identifiers: 'Identifiers',
  activity: 'Activity log',
  details: 'Details',
  none: 'No organizations',
  noneDescription: "The account of your API key isn't a member of any organization.",
} as const;

export const organizationDetails = {
  organization: 'Organization',
  name: 'Name',
  id: 'ID',
  parent: 'Parent organization',
  subOrganizations: 'Sub-organizations',
  signOn: 'Single sign-on (SAML)',
  state: 'State',
  entityId: 'Entity ID',
  mfaBypass: 'Skips multi-factor authentication',
  updated: 'Updated',
  yourAccount: 'Account of your API key',
  account: 'Name',
  role: 'Role here',
  admin: 'Organization admin',
  member: 'Member',
  outside: 'Not a member',
  mfaRequired: 'Multi-factor authentication required',
  lastLoggedOut: 'Last logged out',
  yes: 'Yes',
  no: 'No',
} as const;

export const members = {
  list: 'Members',
  count: (amount: number) => plural(amount, 'member', 'members'),
  search: 'Search members',
  empty: 'No members',
  name: 'Name',
  email: 'Email',
  jobTitle: 'Title',
  identifiers: 'Identifiers',
  lastActivity: 'Last activity',
  username: 'Username',
  organizations: 'Organizations',
  organization: (name: string, isAdmin: boolean) => (isAdmin ? `${name} (admin)` : name),
  primary: 'Primary organization',
  id: 'User ID',
  unnamed: (id: number) => `User ${id}`,
  noPermissions: 'Member',
  changing: 'Changing members',
  permissions: 'Permissions',
  identifierLines: 'Identifiers',
  identifierHint: 'One per line: abbreviation, label. For example: DW, Dana Whitfield',
  badLines: (lines: readonly number[]) =>
    `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}: enter an abbreviation, a comma, and a label.`,
  save: 'Save changes',
  remove: 'Remove member',
  removeDescription:
    'Removing takes the member out of the organization and its projects. Their work product is shared with the admins of those projects.',
  close: 'Close',
  changed: (name: string) => `Changed ${name}`,
  removed: (name: string) => `Removed ${name}`,
  changePermissions: 'Change permissions',
  changePermissionsTitle: (people: number) => `Change permissions (${count(people)} selected)`,
} as const;

export const access = {
  list: 'Database access',
  count: (rows: number, unread: number) =>
    [plural(rows, 'entry', 'entries'), ...(unread === 0 ? [] : [`${count(unread)} not readable`])].join(', '),
  search: 'Search access',
  show: 'Show',
  withAccess: 'With access',
  everyone: 'All members',
  empty: 'Nobody has access',
  emptyDescription: 'No database of this organization that your API key may read has a user.',
  noDatabases: 'No databases to read',
  noDatabasesDescription: 'Your API key administers no database of this organization.',
  person: 'Person',
  email: 'Email',
  userId: 'User ID',
  database: 'Database',
  databaseId: 'Database ID',
  permissions: 'Permissions',
  noPermissions: 'None',
  unread: (reason: string) => `Not readable: ${reason}`,
  orgAdmin: 'As org admin',
  orgAdminYes: 'Administers',
  orgAdminUnknown: 'Not known',
  active: 'Active',
  change: 'Change permissions',
  changeTitle: (entries: number) => `Change permissions (${count(entries)} selected)`,
  changeHint: 'Changes permissions in the database itself. What organization admins may do as admins stays.',
} as const;

export const severalChanges = {
  list: 'Changes',
  columns: { who: 'Person', where: 'Database', before: 'Before', after: 'After', result: 'Result' },
  edit: 'For everyone selected',
  edits: { keep: 'Keep', add: 'Add', remove: 'Remove' },
  make: (changes: number) => `Make ${plural(changes, 'change', 'changes')}`,
  nothing: 'Nothing changes for anyone selected.',
  tooMany: (max: number) => `Make at most ${count(max)} changes at a time. Select fewer rows.`,
  expires: (time: string) => (time === '' ? 'Expiration not known' : `Expires ${time}`),
  newExpiration: 'New expiration date',
  results: { done: 'Done', failed: 'Failed', 'not-tried': 'Not tried' },
  outcome: (done: number, failed: number, notTried: number) =>
    [
      `${plural(done, 'change', 'changes')} made`,
      ...(failed === 0 ? [] : [`${count(failed)} failed`]),
      ...(notTried === 0 ? [] : [`${count(notTried)} not tried`]),
    ].join(', '),
} as const;

export const addPeople = {
  open: 'Add people',
  title: 'Add people',
  lines: 'People',
  hint: 'One person per line: email, first name, last name. Paste from a spreadsheet, a CSV file, or a mail program.',
  placeholder: 'dana.whitfield@firm.example, Dana, Whitfield',
  permissions: 'Permissions for all of them',
  noPermissions: 'Members without special permissions.',
  problem: (line: number, problem: LineProblem) =>
    `Line ${count(line)}: ${
      {
        'no-email': "the first column isn't an email address.",
        'too-many-columns': 'has more than email, first name, and last name.',
        'too-long': 'has an address or a name that is too long.',
        twice: 'has the email address of an earlier line.',
      }[problem]
    }`,
  moreProblems: (amount: number) => `And ${plural(amount, 'more line', 'more lines')}.`,
  tooMany: (max: number) => `Add at most ${count(max)} people at a time.`,
  explanation:
    'People who have an account on the platform become members at once. Everyone else gets an invitation by email.',
  add: (amount: number) => (amount === 0 ? 'Add people' : `Add ${people(amount)}`),
  done: 'Done',
  added: (amount: number) => `Added (${count(amount)})`,
  invited: (amount: number) => `Invited (${count(amount)})`,
  invalid: (amount: number) => `Refused by the platform (${count(amount)})`,
  unmentioned: (amount: number) => `Not mentioned in the platform's response (${count(amount)})`,
} as const;

export const invitations = {
  list: 'Invitations',
  count: (amount: number) => plural(amount, 'invitation', 'invitations'),
  search: 'Search invitations',
  empty: 'No invitations',
  emptyDescription: 'Pending and expired invitations appear here.',
  status: 'Status',
  pending: 'Pending',
  expired: 'Expired',
  invitedBy: 'Invited by',
  approvedBy: 'Approved by',
  expires: 'Expires',
  resend: 'Resend invitation',
  resendSelected: 'Resend invitations',
  resendTitle: (amount: number) => `Resend ${plural(amount, 'invitation', 'invitations')}`,
  resendDescription: 'Resending sends the email again and resets the expiration.',
  expiredDescription:
    "An expired invitation can't be accepted, and the platform deletes only pending ones. Resending sends the email again and resets the expiration.",
  remove: 'Delete invitation',
  resent: (email: string, expires: string) => `Sent the invitation to ${email} again. It expires ${expires}.`,
  resentNoTime: (email: string) => `Sent the invitation to ${email} again`,
  removed: (email: string) => `Deleted the invitation to ${email}`,
} as const;

export const identifiers = {
  list: 'Identifiers',
  count: (amount: number) => plural(amount, 'identifier', 'identifiers'),
  search: 'Search identifiers',
  empty: 'No identifiers',
  emptyDescription: 'Identifiers of members appear here.',
  abbreviation: 'Abbreviation',
  label: 'Label',
  members: 'Members',
} as const;

export const activity = {
  list: 'Activity log',
  search: 'Search events',
  range: 'Time',
  ranges: {
    all: 'All time',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    year: 'Last 12 months',
    custom: 'From … to …',
  },
  from: 'From',
  to: 'To',
  type: 'Type',
  allTypes: 'All types',
  person: 'Person',
  personPlaceholder: 'Name, email, or ID',
  time: 'Time',
  description: 'Description',
  eventId: 'Event ID',
  organizationId: 'Organization ID',
  userId: 'User ID',
  events: (amount: number) => plural(amount, 'event', 'events'),
  shownBackTo: (events: string, time: string) => `${events}, back to ${time}`,
  searching: (events: string, time: string) => `${events}. Searching before ${time}…`,
  allShown: (events: string) => `${events} in total`,
  loadEarlier: 'Load earlier events',
  stop: 'Stop',
  checkNew: 'Check for new events',
  empty: 'No events',
  emptyDescription: 'The platform has recorded no activity of this organization in this time.',
  noMatches: 'No matching events',
  clearFilters: 'Clear filters',
  noDetails:
    "The platform sent no descriptions or details of these events. It leaves them out for a parent organization's API key.",
  cancelExport: 'Cancel export',
  exportCancelled: 'Export cancelled. No file was written.',
} as const;
