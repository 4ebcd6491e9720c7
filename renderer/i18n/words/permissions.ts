import { permissionText } from '../../../preload/contract/platform/value-text.ts';

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
