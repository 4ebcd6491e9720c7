/** The version of the schema, which SQLite keeps as user_version. Nothing brings one version to another: a sandbox is for trying. */
export const schemaVersion = 5;

export const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL, parentId INTEGER REFERENCES organizations);
CREATE TABLE users (
  id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations,
  firstName TEXT NOT NULL, lastName TEXT NOT NULL, title TEXT NOT NULL, username TEXT NOT NULL, email TEXT NOT NULL,
  lastActivity TEXT);
CREATE UNIQUE INDEX userEmails ON users (email COLLATE NOCASE);
CREATE TABLE members (
  organizationId INTEGER NOT NULL REFERENCES organizations, userId INTEGER NOT NULL REFERENCES users,
  permissions TEXT NOT NULL, PRIMARY KEY (organizationId, userId)) WITHOUT ROWID;
CREATE INDEX organizationsOfMember ON members (userId);
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
CREATE TABLE keys (
  shortId TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, userId INTEGER NOT NULL REFERENCES users,
  role TEXT NOT NULL, revoked INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organizationId INTEGER NOT NULL REFERENCES organizations,
  timestampMs INTEGER NOT NULL, type TEXT NOT NULL, userId INTEGER NOT NULL REFERENCES users,
  description TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX eventsByTime ON events (organizationId, timestampMs, id);
CREATE INDEX eventsById ON events (organizationId, id);

CREATE TABLE databases (
  id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations,
  name TEXT NOT NULL, orgAdminAccess INTEGER NOT NULL);
CREATE TABLE databaseUsers (
  databaseId INTEGER NOT NULL REFERENCES databases, userId INTEGER NOT NULL REFERENCES users,
  permissions TEXT NOT NULL, PRIMARY KEY (databaseId, userId)) WITHOUT ROWID;
CREATE TABLE projects (
  id INTEGER PRIMARY KEY, databaseId INTEGER NOT NULL REFERENCES databases,
  name TEXT NOT NULL, partial INTEGER NOT NULL, created TEXT NOT NULL,
  displayName TEXT, mfaRequired INTEGER NOT NULL DEFAULT 0, productionMode INTEGER NOT NULL DEFAULT 0,
  emailThreadingStatus TEXT NOT NULL DEFAULT 'IN_PROGRESS', lastLogin TEXT);
CREATE TABLE projectUsers (
  projectId INTEGER NOT NULL REFERENCES projects, userId INTEGER NOT NULL REFERENCES users,
  PRIMARY KEY (projectId, userId)) WITHOUT ROWID;
CREATE TABLE userGroups (
  id INTEGER PRIMARY KEY, projectId INTEGER NOT NULL REFERENCES projects, name TEXT NOT NULL,
  permissions TEXT NOT NULL);
CREATE INDEX groupsOfProject ON userGroups (projectId);
CREATE TABLE userGroupMembers (
  groupId INTEGER NOT NULL REFERENCES userGroups, userId INTEGER NOT NULL REFERENCES users,
  PRIMARY KEY (groupId, userId)) WITHOUT ROWID;

-- What projects held over time, and what databases held when they were created
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

CREATE TABLE datasets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL REFERENCES databases,
  name TEXT NOT NULL, settings TEXT NOT NULL, created TEXT NOT NULL);
CREATE INDEX datasetsOfDatabase ON datasets (databaseId);
CREATE TABLE datasetProjects (
  datasetId INTEGER NOT NULL REFERENCES datasets, projectId INTEGER NOT NULL REFERENCES projects,
  PRIMARY KEY (datasetId, projectId)) WITHOUT ROWID;
CREATE INDEX datasetsOfProject ON datasetProjects (projectId);

-- childCount and childBytes: what a container was expanded into
CREATE TABLE sourceFiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL REFERENCES databases,
  datasetId INTEGER NOT NULL REFERENCES datasets,
  filename TEXT NOT NULL, passwordCount INTEGER NOT NULL DEFAULT 0, childCustodians TEXT NOT NULL, custodian TEXT,
  directLink TEXT, linkLabel TEXT,
  state TEXT NOT NULL, created TEXT NOT NULL, completed TEXT,
  claimedSha1 TEXT, refusedCompletion TEXT,
  sizeBytes INTEGER, sha1 TEXT, problem TEXT,
  childCount INTEGER NOT NULL DEFAULT 0, childBytes INTEGER NOT NULL DEFAULT 0);
CREATE INDEX sourceFilesOfDataset ON sourceFiles (datasetId);
CREATE INDEX sourceFilesInWork ON sourceFiles (state)
  WHERE state IN ('ASSEMBLING', 'DOWNLOADING', 'PROCESSING');
CREATE INDEX sourceFileSizes
  ON sourceFiles (databaseId, datasetId, completed, sizeBytes, childCount, childBytes);
CREATE TABLE parts (
  sourceFileId INTEGER NOT NULL REFERENCES sourceFiles, partNumber INTEGER NOT NULL,
  etag TEXT NOT NULL, md5 TEXT, sizeBytes INTEGER NOT NULL, file TEXT NOT NULL, puts INTEGER NOT NULL,
  PRIMARY KEY (sourceFileId, partNumber)) WITHOUT ROWID;

CREATE TABLE documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL, datasetId INTEGER NOT NULL,
  sourceFileId INTEGER NOT NULL REFERENCES sourceFiles,
  path TEXT NOT NULL, sizeBytes INTEGER NOT NULL, sha1 TEXT, custodian TEXT,
  locked INTEGER NOT NULL, problem TEXT);
CREATE INDEX documentsOfSourceFile ON documents (sourceFileId);
CREATE INDEX documentSizes ON documents (databaseId, sizeBytes);
CREATE INDEX documentsOfDataset ON documents (datasetId);
CREATE INDEX documentsBySha1 ON documents (databaseId, sha1);
-- What deduplication adds to documents that are there
CREATE TABLE duplicates (
  id INTEGER PRIMARY KEY AUTOINCREMENT, documentId INTEGER NOT NULL REFERENCES documents,
  datasetId INTEGER NOT NULL REFERENCES datasets, sourceFileId INTEGER NOT NULL REFERENCES sourceFiles,
  path TEXT NOT NULL, custodian TEXT);
CREATE INDEX duplicatesOfDocument ON duplicates (documentId);
CREATE INDEX duplicatesOfDataset ON duplicates (datasetId);
CREATE INDEX duplicatesOfSourceFile ON duplicates (sourceFileId);

-- Legal hold directories
CREATE TABLE directories (
  id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations, name TEXT NOT NULL);
CREATE TABLE custodians (
  id INTEGER PRIMARY KEY AUTOINCREMENT, directoryId INTEGER NOT NULL REFERENCES directories,
  email TEXT COLLATE NOCASE, hrSystemId TEXT, name TEXT, fields TEXT NOT NULL);
CREATE INDEX custodiansByEmail ON custodians (directoryId, email);
CREATE INDEX custodiansByHrSystemId ON custodians (directoryId, hrSystemId);

CREATE TABLE usedPageTokens (
  hash TEXT PRIMARY KEY, expiresMs INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, atMs REAL NOT NULL, finishedMs REAL,
  account TEXT, method TEXT NOT NULL, operation TEXT NOT NULL, path TEXT NOT NULL, isPut INTEGER NOT NULL,
  status INTEGER, bodyBytes INTEGER NOT NULL, fault TEXT, sourceFileId INTEGER, partNumber INTEGER);
CREATE INDEX putsOfPart ON requests (sourceFileId, partNumber) WHERE isPut = 1;
`;
