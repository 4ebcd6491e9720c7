/** What the sandbox keeps in its data folder. Nothing else in it is the sandbox's. */
export const dataNames = {
  database: 'sandbox.db',
  secrets: 'secrets.json',
  running: 'running.json',
  authority: 'ca.pem',
  authorityKey: 'ca-key.pem',
  parts: 'parts',
  files: 'files',
  unfinished: 'unfinished',
  temporary: 'temporary',
} as const;

export const databaseNames = [dataNames.database, `${dataNames.database}-wal`, `${dataNames.database}-shm`];

/** An index of the first schema, as SQLite keeps it: a name alone doesn't show whose a database is. */
export const databaseMark = 'CREATE INDEX sourceFilesOfDataset ON sourceFiles (datasetId)';

/** The names of what it writes. A person may have put other files next to it. */
export const ownNames = {
  sourceFile: /^\d{1,15}$/,
  part: /^\d{1,5}\.[0-9a-f]{12}$/,
  temporary: /^[0-9a-f]{32}$/,
} as const;
