/**
 * Uploads, their inventory, what was found in it, and their logs.
 *
 * Folders are rows of their own, so that a million items stay small and a custodian is resolved once per folder.
 * `*_requested_at` is written before a request that must not be repeated blindly: if its answer is missing, the outcome
 * is unknown. No column holds a secret: keys, passwords and the queries of links are never stored.
 */
export const uploads = `
CREATE TABLE uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('scanning', 'ready', 'uploading', 'paused', 'finished', 'cancelled')),
  created_at TEXT NOT NULL,
  -- When a person started it; null for a draft, which nothing may send
  started_at TEXT,
  finished_at TEXT,
  -- JSON of a Failure
  stopped_by TEXT,
  server_url TEXT NOT NULL,
  is_sandbox INTEGER NOT NULL,
  profile_path TEXT,
  key_id TEXT NOT NULL,
  database_id INTEGER NOT NULL,
  database_name TEXT NOT NULL,
  -- When it passed the database check, which a person may have had to confirm
  database_checked_at TEXT,
  dataset_id INTEGER,
  dataset_name TEXT NOT NULL,
  dataset_requested_at TEXT,
  request TEXT NOT NULL,
  -- JSON of the limits that the command line was given. The window has its own, for all uploads.
  limits TEXT NOT NULL DEFAULT '{}',
  os_user TEXT NOT NULL,
  machine TEXT NOT NULL,
  version TEXT NOT NULL,
  -- JSON of UnavailableSource[] while a run waits
  unavailable_sources TEXT NOT NULL DEFAULT '[]',
  -- JSON of an Inspection; null if it wasn't inspected yet
  inspection TEXT,
  -- What its inspections depend on
  inspected_with TEXT,
  -- The rules changed and aren't applied to every folder yet
  custodians_pending INTEGER NOT NULL DEFAULT 0,
  -- The request has other rules than those that were applied to the items
  selection_pending INTEGER NOT NULL DEFAULT 0,
  -- How many passwords a person entered
  passwords INTEGER NOT NULL DEFAULT 0,
  -- What comparing the sent files with the hash lists that came with them gave: JSON, or null if there was nothing to compare
  hash_lists TEXT,
  -- Items up to this ID were considered for packs
  packed_to INTEGER NOT NULL DEFAULT 0,
  -- The log has the inventory of the items up to this ID
  logged_to INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE roots (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  path TEXT NOT NULL,
  -- Which volume and file it was at the scan
  device INTEGER,
  file_id INTEGER
) STRICT;
CREATE INDEX roots_by_upload ON roots (upload_id);

CREATE TABLE folders (
  id INTEGER PRIMARY KEY,
  root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
  path TEXT NOT NULL,
  path_bytes BLOB,
  -- Found and compared by its bytes: two names that aren't valid UTF-8 may look the same
  path_key BLOB AS (coalesce(path_bytes, CAST(path AS BLOB))) VIRTUAL,
  rule_custodian TEXT,
  rule_from TEXT,
  -- What was assigned to this very folder, and so to everything below it without an assignment of its own
  assigned_custodian TEXT,
  -- What applies to it of all that was assigned
  manual_custodian TEXT,
  -- By hand, 'selected' or 'deselected', and repeated in every folder below; null where the rules decide
  choice TEXT,
  -- The sendable files directly in it
  items INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  -- Those that the selection skips
  skipped_items INTEGER NOT NULL DEFAULT 0,
  skipped_bytes INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX folders_by_key ON folders (root_id, path_key);

-- A time is mtime_ns + mtime_era * 2^64: an integer holds the nanoseconds from 1677 to 2262 only.
CREATE TABLE items (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  folder_id INTEGER REFERENCES folders ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_bytes BLOB,
  -- As a search sees it, where lower case is not enough (preload/contract/texts/fold-text.ts)
  name_folded TEXT,
  link TEXT,
  link_has_secret INTEGER NOT NULL DEFAULT 0,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  mtime_era INTEGER NOT NULL DEFAULT 0,
  device INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  -- The identity that the log has of it, as JSON, where a retry found another one
  scanned TEXT,
  custodian TEXT,
  -- Where a rule names a file and not its folder
  rule_custodian TEXT,
  rule_from TEXT,
  -- By content
  type TEXT,
  -- By hand, 'selected' or 'deselected'; overrides that of its folder
  choice TEXT,
  -- Spelled out, here and in the index: checking an IN list of more than two costs as much as inserting the row.
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'uploading' OR state = 'accepted' OR state = 'handedOver'
    OR state = 'skipped' OR state = 'failed' OR state = 'held'),
  -- JSON of a Reason
  reason TEXT,
  -- The worst of what was found of it (preload/contract/views/exception.ts)
  issue TEXT,
  -- 1 if its inspection is kept
  inspected INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX items_open ON items (upload_id, state, id) WHERE state IN ('queued', 'uploading');
CREATE INDEX items_with_problems ON items (upload_id, id) WHERE state = 'skipped' OR state = 'failed' OR state = 'held';
CREATE INDEX items_by_folder ON items (folder_id);
CREATE INDEX items_unread_folders ON items (upload_id, folder_id)
  WHERE state = 'failed' AND reason ->> '$.code' = 'folder-unreadable';
CREATE INDEX items_by_rule_custodian ON items (folder_id) WHERE rule_custodian IS NOT NULL;
CREATE INDEX items_by_custodian ON items (folder_id) WHERE custodian IS NOT NULL;
CREATE INDEX items_chosen ON items (folder_id) WHERE choice IS NOT NULL;
CREATE INDEX items_with_issues ON items (upload_id, id) WHERE issue IS NOT NULL;

-- Updated with items in the same transaction: counting a million rows at every start is too slow.
CREATE TABLE totals (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  state TEXT NOT NULL,
  items INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (upload_id, state)
) STRICT, WITHOUT ROWID;

-- How many files of an upload have an issue, by state. The trigger keeps the counts.
CREATE TABLE issue_totals (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  state TEXT NOT NULL,
  issue TEXT NOT NULL,
  items INTEGER NOT NULL,
  PRIMARY KEY (upload_id, state, issue)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER items_issue_changed AFTER UPDATE OF state, issue ON items
WHEN (old.issue IS NOT NULL OR new.issue IS NOT NULL) AND (old.state <> new.state OR old.issue IS NOT new.issue) BEGIN
  UPDATE issue_totals SET items = items - 1
    WHERE upload_id = old.upload_id AND state = old.state AND issue = old.issue;
  INSERT INTO issue_totals SELECT new.upload_id, new.state, new.issue, 1 WHERE new.issue IS NOT NULL
    ON CONFLICT (upload_id, state, issue) DO UPDATE SET items = items + 1;
END;

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

-- The public halves of the keys that signed receipts here, so that a lost or swapped key shows.
CREATE TABLE signing_keys (
  fingerprint TEXT PRIMARY KEY,
  storage TEXT NOT NULL,
  public_key TEXT NOT NULL,
  first_used_at TEXT NOT NULL
) STRICT;

-- Named processing settings
CREATE TABLE templates (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL
) STRICT;
`;

/** When a source's top folder was created, in nanoseconds, as the scan found it; 0 where the file system can't tell. */
export const rootBirth = 'ALTER TABLE roots ADD COLUMN born INTEGER NOT NULL DEFAULT 0;';

/** How long its runs lasted, without pauses and waits: for the average speed. 0 where no run measured it. */
export const sendingTime = 'ALTER TABLE uploads ADD COLUMN sending_ms INTEGER NOT NULL DEFAULT 0;';

/** In which order the uploads of this store got their datasets: the platform may have given one ID twice. */
export const datasetOrder = `
ALTER TABLE uploads ADD COLUMN dataset_order INTEGER;
UPDATE uploads SET dataset_order = ranked.place FROM (
  SELECT id, row_number() OVER (ORDER BY coalesce(dataset_requested_at, created_at), id) AS place
  FROM uploads WHERE dataset_id IS NOT NULL) AS ranked
WHERE ranked.id = uploads.id;
CREATE INDEX uploads_by_dataset ON uploads (dataset_id);
`;

/** Whose a file is that nobody else is named for. The index has it without reading the request. */
export const defaultCustodian = `
ALTER TABLE uploads ADD COLUMN default_custodian TEXT
  GENERATED ALWAYS AS (iif(json_valid(request), request ->> '$.custodian', NULL));
CREATE INDEX uploads_default_custodian ON uploads (id, default_custodian);
`;

/** Where the receipts of uploads were saved, so that a person finds them again. */
export const savedReceipts = `
CREATE TABLE saved_receipts (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  path TEXT NOT NULL UNIQUE,
  saved_at TEXT NOT NULL
) STRICT;
CREATE INDEX saved_receipts_upload ON saved_receipts (upload_id);
`;
