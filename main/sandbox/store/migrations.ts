import type { Database } from 'better-sqlite3';

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
];

export function migrate(db: Database): void {
  const done = Number(db.pragma('user_version', { simple: true }));
  for (const [index, sql] of migrations.entries()) {
    if (index < done) continue;
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    })();
  }
}
