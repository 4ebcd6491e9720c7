/** What the sandbox keeps in its data folder. Nothing else in it is the sandbox's. */
export const dataNames = {
  database: 'sandbox.db',
  secrets: 'secrets.json',
  parts: 'parts',
  files: 'files',
  unfinished: 'unfinished',
  temporary: 'temporary',
} as const;
