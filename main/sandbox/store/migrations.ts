import type { Database } from 'better-sqlite3';
import { startProblems } from '../words.ts';

/**
 * Changes to the first schema, in order. A new data folder runs all of them, an existing one those that it lacks.
 * SQLite's user_version counts the ones that ran.
 */
const migrations: readonly string[] = [
  // Parent organizations, membership in several organizations, invitations, the activity log.
  `
ALTER TABLE organizations ADD COLUMN parentId INTEGER REFERENCES organizations;

CREATE TABLE members (
  organizationId INTEGER NOT NULL REFERENCES organizations, userId INTEGER NOT NULL REFERENCES users,
  permissions TEXT NOT NULL, PRIMARY KEY (organizationId, userId)) WITHOUT ROWID;
CREATE INDEX organizationsOfMember ON members (userId);
INSERT INTO members (organizationId, userId, permissions)
  SELECT organizationId, id, CASE orgAdmin WHEN 1 THEN '["ORG_ADMIN"]' ELSE '[]' END FROM users;
ALTER TABLE users DROP COLUMN orgAdmin;
ALTER TABLE users ADD COLUMN lastActivity TEXT;
CREATE UNIQUE INDEX userEmails ON users (email COLLATE NOCASE);

CREATE TABLE userIdentifiers (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organizationId INTEGER NOT NULL REFERENCES organizations,
  abbreviation TEXT NOT NULL, label TEXT NOT NULL, UNIQUE (organizationId, abbreviation, label));
CREATE TABLE memberIdentifiers (
  organizationId INTEGER NOT NULL, userId INTEGER NOT NULL,
  identifierId INTEGER NOT NULL REFERENCES userIdentifiers,
  PRIMARY KEY (organizationId, userId, identifierId),
  FOREIGN KEY (organizationId, userId) REFERENCES members ON DELETE CASCADE) WITHOUT ROWID;

CREATE TABLE invitations (
  organizationId INTEGER NOT NULL REFERENCES organizations, email TEXT NOT NULL COLLATE NOCASE,
  firstName TEXT NOT NULL, lastName TEXT NOT NULL, permissions TEXT NOT NULL,
  invitedBy INTEGER NOT NULL REFERENCES users, approvedBy INTEGER NOT NULL REFERENCES users,
  expiresMs INTEGER NOT NULL, PRIMARY KEY (organizationId, email)) WITHOUT ROWID;

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organizationId INTEGER NOT NULL REFERENCES organizations,
  timestampMs INTEGER NOT NULL, type TEXT NOT NULL, userId INTEGER NOT NULL REFERENCES users,
  description TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX eventsByTime ON events (organizationId, timestampMs, id);
CREATE INDEX eventsById ON events (organizationId, id);`,

  // What projects held over time, partial projects of datasets, user groups, sizes of what containers were expanded into.
  `
ALTER TABLE projects ADD COLUMN displayName TEXT;
ALTER TABLE projects ADD COLUMN mfaRequired INTEGER NOT NULL DEFAULT 0;
ALTER TABLE projects ADD COLUMN productionMode INTEGER NOT NULL DEFAULT 0;
ALTER TABLE projects ADD COLUMN emailThreadingStatus TEXT NOT NULL DEFAULT 'IN_PROGRESS';
ALTER TABLE projects ADD COLUMN lastLogin TEXT;

CREATE TABLE projectHistory (
  projectId INTEGER NOT NULL REFERENCES projects, atMs INTEGER NOT NULL,
  nativeBytes INTEGER NOT NULL, processedBytes INTEGER NOT NULL, producedBytes INTEGER NOT NULL,
  eca INTEGER NOT NULL, state TEXT NOT NULL, deletionRequested INTEGER NOT NULL,
  PRIMARY KEY (projectId, atMs)) WITHOUT ROWID;
CREATE TABLE earlierDocuments (
  databaseId INTEGER NOT NULL REFERENCES databases, kind TEXT NOT NULL,
  docCount INTEGER NOT NULL, imageSize INTEGER NOT NULL, nativeSize INTEGER NOT NULL, textSize INTEGER NOT NULL,
  PRIMARY KEY (databaseId, kind)) WITHOUT ROWID;
CREATE TABLE creditUsage (
  databaseId INTEGER NOT NULL REFERENCES databases, year INTEGER NOT NULL, month INTEGER NOT NULL,
  onDemand INTEGER NOT NULL, prepaid INTEGER NOT NULL, PRIMARY KEY (databaseId, year, month)) WITHOUT ROWID;

CREATE TABLE datasetProjects (
  datasetId INTEGER NOT NULL REFERENCES datasets, projectId INTEGER NOT NULL REFERENCES projects,
  PRIMARY KEY (datasetId, projectId)) WITHOUT ROWID;
CREATE INDEX datasetsOfProject ON datasetProjects (projectId);
INSERT INTO datasetProjects (datasetId, projectId)
  SELECT DISTINCT d.id, p.id
  FROM datasets d, json_each(d.settings, '$.partialProjects') j
  JOIN projects p ON p.id = j.value AND p.databaseId = d.databaseId AND p.partial = 1;

CREATE TABLE userGroups (
  id INTEGER PRIMARY KEY, projectId INTEGER NOT NULL REFERENCES projects, name TEXT NOT NULL,
  permissions TEXT NOT NULL);
CREATE INDEX groupsOfProject ON userGroups (projectId);
CREATE TABLE userGroupMembers (
  groupId INTEGER NOT NULL REFERENCES userGroups, userId INTEGER NOT NULL REFERENCES users,
  PRIMARY KEY (groupId, userId)) WITHOUT ROWID;

ALTER TABLE sourceFiles ADD COLUMN childCount INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sourceFiles ADD COLUMN childBytes INTEGER NOT NULL DEFAULT 0;
UPDATE sourceFiles SET (childCount, childBytes) = (
  SELECT count(*), total(d.sizeBytes) FROM documents d
  WHERE d.sourceFileId = sourceFiles.id AND d.path <> sourceFiles.filename);
CREATE INDEX sourceFileSizes
  ON sourceFiles (databaseId, datasetId, completed, sizeBytes, childCount, childBytes);`,

  // Legal hold directories.
  `
CREATE TABLE directories (
  id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations, name TEXT NOT NULL);
CREATE TABLE custodians (
  id INTEGER PRIMARY KEY AUTOINCREMENT, directoryId INTEGER NOT NULL REFERENCES directories,
  email TEXT COLLATE NOCASE, hrSystemId TEXT, name TEXT, fields TEXT NOT NULL);
CREATE INDEX custodiansByEmail ON custodians (directoryId, email);
CREATE INDEX custodiansByHrSystemId ON custodians (directoryId, hrSystemId);`,

  // What deduplication adds to documents that are there.
  `
CREATE TABLE duplicates (
  id INTEGER PRIMARY KEY AUTOINCREMENT, documentId INTEGER NOT NULL REFERENCES documents,
  datasetId INTEGER NOT NULL REFERENCES datasets, sourceFileId INTEGER NOT NULL REFERENCES sourceFiles,
  path TEXT NOT NULL, custodian TEXT);
CREATE INDEX duplicatesOfDocument ON duplicates (documentId);
CREATE INDEX duplicatesOfDataset ON duplicates (datasetId);
CREATE INDEX duplicatesOfSourceFile ON duplicates (sourceFileId);
CREATE INDEX documentsBySha1 ON documents (databaseId, sha1);`,
];

/** Throws if a newer version of the sandbox had the data. */
export function migrate(db: Database): void {
  const done = Number(db.pragma('user_version', { simple: true }));
  if (done > migrations.length) throw new Error(startProblems.newerData);
  for (const [index, sql] of migrations.entries()) {
    if (index < done) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    })();
  }
}
