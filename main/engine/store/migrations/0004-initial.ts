/**
 * Uploads, their inventory, what was requested from the platform and what it acknowledged.
 *
 * Folders are rows of their own, so that a million items stay small and a custodian is resolved once per folder.
 * `*_requested_at` is written before a request that must not be repeated blindly: if its answer is missing, the outcome
 * is unknown. No column holds a secret: keys, passwords and the queries of links are never stored.
 */
export const sql = `
CREATE TABLE uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('scanning', 'ready', 'uploading', 'paused', 'finished', 'cancelled')),
  created_at TEXT NOT NULL,
  finished_at TEXT,
  -- JSON of a Failure
  stopped_by TEXT,
  server_url TEXT NOT NULL,
  is_sandbox INTEGER NOT NULL,
  profile_path TEXT,
  key_id TEXT NOT NULL,
  database_id INTEGER NOT NULL,
  database_name TEXT NOT NULL,
  dataset_id INTEGER,
  dataset_name TEXT NOT NULL,
  dataset_requested_at TEXT,
  request TEXT NOT NULL,
  os_user TEXT NOT NULL,
  machine TEXT NOT NULL,
  version TEXT NOT NULL
) STRICT;

CREATE TABLE roots (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  path TEXT NOT NULL
) STRICT;
CREATE INDEX roots_by_upload ON roots (upload_id);

CREATE TABLE folders (
  id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
  path TEXT NOT NULL,
  path_bytes BLOB,
  rule_custodian TEXT,
  manual_custodian TEXT,
  -- Of the sendable files directly in it
  items INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX folders_by_path ON folders (root_id, path);

CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  folder_id INTEGER REFERENCES folders ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_bytes BLOB,
  link TEXT,
  link_has_secret INTEGER NOT NULL DEFAULT 0,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  device INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  custodian TEXT,
  -- Spelled out, here and in the index: checking an IN list of more than two costs as much as inserting the row.
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'uploading' OR state = 'accepted' OR state = 'skipped'
    OR state = 'failed' OR state = 'held'),
  -- JSON of a Reason
  reason TEXT
) STRICT;
CREATE INDEX items_open ON items (upload_id, state, id) WHERE state IN ('queued', 'uploading');
CREATE INDEX items_with_problems ON items (upload_id, id) WHERE state = 'skipped' OR state = 'failed' OR state = 'held';
CREATE INDEX items_by_folder ON items (folder_id);

-- Updated with items in the same transaction: counting a million rows at every start is too slow.
CREATE TABLE totals (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  state TEXT NOT NULL,
  items INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (upload_id, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE source_files (
  id INTEGER PRIMARY KEY,
  item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
  requested_at TEXT NOT NULL,
  platform_id INTEGER,
  part_size_bytes INTEGER NOT NULL,
  part_count INTEGER NOT NULL,
  sha1 TEXT,
  md5 TEXT,
  hashed_bytes INTEGER NOT NULL DEFAULT 0,
  hash_state BLOB,
  completion_requested_at TEXT,
  completed_at TEXT,
  answer_state TEXT,
  abandoned INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX source_files_current ON source_files (item_id) WHERE abandoned = 0;
-- Not partial: when an item is deleted, SQLite looks up its source files and cannot use a partial index.
CREATE INDEX source_files_by_item ON source_files (item_id);

CREATE TABLE parts (
  source_file_id INTEGER NOT NULL REFERENCES source_files ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  acknowledged_at TEXT NOT NULL,
  PRIMARY KEY (source_file_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (upload_id, seq)
) STRICT, WITHOUT ROWID;

-- Named processing settings
CREATE TABLE templates (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL
) STRICT;
`;
