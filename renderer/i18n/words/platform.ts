import type { Access } from '../../../preload/contract/platform/operations.ts';
import { permissionText } from '../../../preload/contract/platform/value-text.ts';

/** Which role an operation needs. Explains a refusal (403). */
const roles: Readonly<Record<Access, string>> = {
  anyone: 'The platform refused this to the account that your API key belongs to.',
  'organization-member': "Your API key's account isn't a member of this organization.",
  'organization-admin':
    "Your API key's account isn't an organization admin. Ask an organization admin for an organization-level API key, or for the role.",
  'organization-or-parent-admin':
    "Your API key's account isn't an admin of this organization or of its parent organization. Ask an organization admin for an organization-level API key, or for the role.",
  'database-admin':
    "Your API key's account isn't an admin of this database or of the organization that owns it.",
  'database-users-admin':
    'Only admins of this database can do this. Organization admins can too, unless their access to this database is turned off.',
  uploader: "Your API key's account may not upload to this database.",
  'directory-admin':
    "Your API key's account isn't an organization admin or legal hold admin of the organization that owns the directory.",
  'not-shown':
    "Your API key's account lacks the role that the platform requires. It is probably the organization admin role.",
};

/** Shared by the screens about the platform. */
export const platform = {
  connection: 'Connection',
  noConnection: 'No connections yet',
  noConnectionDescription: 'Add a connection in Settings, or start the sandbox on this computer.',
  openSettings: 'Open settings',
  unchecked: "This connection hasn't been checked yet",
  check: 'Check connection',
  needsRole: (subject: string) => `${subject}: not available to your API key`,
  notOffered: (subject: string) => `${subject}: not offered by this platform`,
  baseForm:
    "This platform has the base form of the interface, which doesn't include it. It comes with the extended form.",
  /** Where what only the extended form has isn't offered. */
  assumedForm: 'Base form of the interface, assumed. You can change it in Settings.',
  answered: (message: string) => `The platform answered: ${message}`,
  roles,
} as const;

const hints: Readonly<Record<string, string>> = {
  ORG_ADMIN: "Manages members, single sign-on, API keys, and the organization's cases.",
  DB_ADMIN: 'Administers the projects of the database.',
  DB_UPLOAD: 'Uploads documents to the database.',
  DB_DELETE: 'Deletes documents from the database.',
};

export const permissions = {
  name: permissionText,
  hint: (permission: string) => (Object.hasOwn(hints, permission) ? hints[permission] : undefined),
  list: (values: readonly string[]) => values.map(permissionText).join(', '),
  added: (values: readonly string[]) => `Adds ${values.map(permissionText).join(', ')}.`,
  removed: (values: readonly string[]) => `Removes ${values.map(permissionText).join(', ')}.`,
  unchanged: 'No change.',
} as const;
