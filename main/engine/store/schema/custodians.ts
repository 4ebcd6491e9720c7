/** What names custodians besides rules: CSV files, a legal hold directory, templates, and a person. */
export const custodians = `
-- Rows of a CSV, by the SHA-1 of the file: [[line, path, custodian]]
CREATE TABLE custodian_maps (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  sha1 TEXT NOT NULL,
  -- The same file has other rows when another one is chosen. By its name; '' where the file itself says it.
  separator TEXT NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (upload_id, sha1, separator)
) STRICT, WITHOUT ROWID;

-- Changes of a draft's custodians, to be undone and redone
CREATE TABLE custodian_changes (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  change TEXT NOT NULL,
  PRIMARY KEY (upload_id, seq)
) STRICT, WITHOUT ROWID;

-- A draft's custodians compared with a legal hold directory
CREATE TABLE custodian_directories (
  upload_id INTEGER PRIMARY KEY REFERENCES uploads ON DELETE CASCADE,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  people INTEGER NOT NULL,
  matched_at TEXT NOT NULL
) STRICT;
CREATE TABLE custodian_matches (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  custodian TEXT NOT NULL,
  status TEXT NOT NULL,
  -- A person keeps the name as it is
  is_kept INTEGER NOT NULL DEFAULT 0,
  -- JSON of MatchCandidate[]
  candidates TEXT NOT NULL,
  more INTEGER NOT NULL,
  PRIMARY KEY (upload_id, custodian)
) STRICT, WITHOUT ROWID;

CREATE TABLE custodian_templates (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  -- The client it was saved for
  server_url TEXT NOT NULL,
  database_id INTEGER NOT NULL,
  database_name TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  -- JSON of CustodianTemplateContent
  content TEXT NOT NULL
) STRICT;
`;
