/** The platform's documented permissions as words (platform-interface 2.3 and 2.8). Others are shown as they come. */
const names: Readonly<Record<string, string>> = {
  ORG_ADMIN: 'Organization admin',
  CLOUD_MANAGEMENT_ADMIN: 'Cloud management admin',
  LEGAL_HOLD_ADMIN: 'Legal hold admin',
  AI_ADMIN: 'AI admin',
  DB_ADMIN: 'Database admin',
  DB_UPLOAD: 'Upload',
  DB_DELETE: 'Delete',
  DB_LEGAL_HOLD: 'Legal hold',
};

const hints: Readonly<Record<string, string>> = {
  ORG_ADMIN: "Manages members, single sign-on, API keys, and the organization's cases.",
  DB_ADMIN: 'Administers the projects of the database.',
  DB_UPLOAD: 'Uploads documents to the database.',
  DB_DELETE: 'Deletes documents from the database.',
};

const name = (permission: string): string =>
  (Object.hasOwn(names, permission) ? names[permission] : undefined) ?? permission;

export const permissions = {
  name,
  hint: (permission: string) => (Object.hasOwn(hints, permission) ? hints[permission] : undefined),
  list: (values: readonly string[]) => values.map(name).join(', '),
  added: (values: readonly string[]) => `Adds ${values.map(name).join(', ')}.`,
  removed: (values: readonly string[]) => `Removes ${values.map(name).join(', ')}.`,
  unchanged: 'No change.',
} as const;
