/**
 * Watched folders: their rules, the ledger of every file that a rule saw, the batches that became uploads, and the datasets
 * that batches share.
 *
 * Triggers keep the counts, so that they are right whatever writes a row: counting a million rows is too slow.
 */
export const watch = `
CREATE TABLE watch_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  -- JSON of a NamedWatchRule
  rule TEXT NOT NULL,
  server_url TEXT NOT NULL,
  is_sandbox INTEGER NOT NULL,
  profile_path TEXT,
  key_id TEXT,
  connection_id TEXT,
  database_id INTEGER NOT NULL,
  database_name TEXT,
  database_checked_at TEXT,
  state TEXT NOT NULL CHECK (state IN ('draft', 'active', 'paused', 'broken')),
  -- JSON of a Failure
  reason TEXT,
  -- Of the last complete scan
  scanned_at TEXT,
  scanned_files INTEGER,
  scan_ms REAL,
  created_at TEXT NOT NULL,
  removed_at TEXT
) STRICT;

CREATE TABLE watch_folders (
  id INTEGER PRIMARY KEY,
  rule_id INTEGER NOT NULL REFERENCES watch_rules,
  -- Below the watched folder, with '/'
  path TEXT NOT NULL,
  path_bytes BLOB,
  -- The absolute path in bytes, by which two rules are compared
  place BLOB NOT NULL,
  -- The folder directly in the watched folder; '' for the watched folder itself
  top TEXT NOT NULL,
  -- How many of its rows have no gone_at
  present INTEGER NOT NULL DEFAULT 0,
  UNIQUE (rule_id, place)
) STRICT;
CREATE INDEX watch_folders_by_place ON watch_folders (place);

CREATE TABLE watch_batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  rule_id INTEGER NOT NULL REFERENCES watch_rules,
  group_key TEXT NOT NULL,
  dataset_key TEXT NOT NULL,
  dataset_name TEXT NOT NULL,
  files INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  -- NULL while its files are taken; then it has its upload
  closed_at TEXT,
  upload_id INTEGER REFERENCES uploads ON DELETE SET NULL,
  -- When the outcome of its last file was written to the ledger. It stays when an upload that had ended is resumed.
  recorded_at TEXT,
  -- The ledger has the outcome of the upload as it is now
  is_recorded INTEGER NOT NULL DEFAULT 0,
  -- When its accepted files had been moved, if its rule moves them: a share that went away is waited for
  moved_at TEXT,
  -- How often files that the disk refused were tried again, and when they are next
  retries INTEGER NOT NULL DEFAULT 0,
  retry_at TEXT
) STRICT;
CREATE INDEX watch_batches_by_rule ON watch_batches (rule_id, id);
CREATE INDEX watch_batches_by_upload ON watch_batches (upload_id);
CREATE INDEX watch_batches_unmoved ON watch_batches (rule_id, id) WHERE recorded_at IS NOT NULL AND moved_at IS NULL;
-- Those that have to be looked at are found without reading all of them.
CREATE INDEX watch_batches_unrecorded ON watch_batches (rule_id, id) WHERE is_recorded = 0;
CREATE INDEX watch_batches_to_retry ON watch_batches (rule_id, retry_at) WHERE retry_at IS NOT NULL;
CREATE TRIGGER watch_batches_reopened AFTER UPDATE OF state, finished_at ON uploads
WHEN coalesce(new.finished_at, new.state) IS NOT coalesce(old.finished_at, old.state) BEGIN
  UPDATE watch_batches SET is_recorded = 0 WHERE upload_id = new.id AND is_recorded = 1;
END;

CREATE TABLE watch_datasets (
  rule_id INTEGER NOT NULL REFERENCES watch_rules,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  dataset_id INTEGER,
  PRIMARY KEY (rule_id, key)
) STRICT, WITHOUT ROWID;

-- A row per version of a file. The highest version of a name is the current one. Rows are never deleted, not even with their
-- rule: a later rule must not send a file again.
CREATE TABLE watch_files (
  id INTEGER PRIMARY KEY,
  rule_id INTEGER NOT NULL REFERENCES watch_rules,
  folder_id INTEGER NOT NULL REFERENCES watch_folders,
  name TEXT NOT NULL,
  name_bytes BLOB,
  name_folded TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  mtime_era INTEGER NOT NULL,
  device INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  -- When the file was created, which tells it from an earlier one with its file ID; 0 where that can't be told
  born_ns INTEGER NOT NULL DEFAULT 0,
  -- Its content, once it was read
  sha256 BLOB,
  state TEXT NOT NULL CHECK (state = 'settling' OR state = 'settled' OR state = 'taken' OR state = 'sent' OR state = 'failed'
    OR state = 'held' OR state = 'renamed' OR state = 'skipped' OR state = 'gone'),
  -- JSON of a WatchReason
  reason TEXT,
  -- The worst of what was found of it, once the outcome of its upload is known
  issue TEXT,
  kind TEXT NOT NULL DEFAULT 'new' CHECK (kind = 'new' OR kind = 'copy' OR kind = 'version'),
  -- The row that this is a copy, another version, or the new name of
  earlier_id INTEGER REFERENCES watch_files,
  -- The row whose file this one is, at another path (renamed), or at its own (touched, or saved again)
  continues_id INTEGER REFERENCES watch_files,
  -- JSON of the custodian that was sent and of the one that the rule names at the new path, where they differ
  other_custodian TEXT,
  -- Whether they were compared
  custodian_compared INTEGER NOT NULL DEFAULT 0,
  first_seen_at TEXT NOT NULL,
  settled_at TEXT,
  taken_at TEXT,
  -- This version isn't at its path any longer
  gone_at TEXT,
  batch_id INTEGER REFERENCES watch_batches,
  item_id INTEGER,
  moved_to TEXT
) STRICT;
-- A name that isn't Unicode is shown like one that is: the bytes tell them apart.
CREATE UNIQUE INDEX watch_files_by_name ON watch_files (folder_id, name, coalesce(name_bytes, x''), version);
-- A folder from which files are moved away has many rows, and few of them at their path.
CREATE INDEX watch_files_present ON watch_files (folder_id) WHERE gone_at IS NULL;
CREATE INDEX watch_files_by_identity ON watch_files (file_id, size_bytes);
-- The history, newest first
CREATE INDEX watch_files_by_rule ON watch_files (rule_id);
CREATE INDEX watch_files_by_state ON watch_files (rule_id, state, id);
CREATE INDEX watch_files_by_batch ON watch_files (batch_id, folder_id, id) WHERE batch_id IS NOT NULL;
-- Whether files were moved into a subfolder of a watched folder
CREATE INDEX watch_files_moved ON watch_files (rule_id, moved_to) WHERE moved_to IS NOT NULL;
CREATE INDEX watch_files_by_sha256 ON watch_files (sha256) WHERE sha256 IS NOT NULL;
-- A row explains one file at most.
CREATE UNIQUE INDEX watch_files_continued ON watch_files (continues_id) WHERE continues_id IS NOT NULL;
CREATE INDEX watch_files_uncompared ON watch_files (rule_id, id) WHERE state = 'renamed' AND custodian_compared = 0;
CREATE INDEX watch_files_other_custodian ON watch_files (rule_id, id) WHERE other_custodian IS NOT NULL;
CREATE INDEX watch_files_found ON watch_files (rule_id, id) WHERE issue IS NOT NULL OR other_custodian IS NOT NULL;

CREATE TABLE watch_totals (
  rule_id INTEGER NOT NULL REFERENCES watch_rules,
  top TEXT NOT NULL,
  state TEXT NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- When the first of its files came into this state
  since TEXT NOT NULL,
  -- How many of its files have an issue
  found INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (rule_id, top, state)
) STRICT, WITHOUT ROWID;
CREATE INDEX watch_totals_settled ON watch_totals (rule_id) WHERE state = 'settled' AND files > 0;

CREATE TRIGGER watch_files_added AFTER INSERT ON watch_files BEGIN
  UPDATE watch_folders SET present = present + (new.gone_at IS NULL) WHERE id = new.folder_id;
  INSERT INTO watch_totals (rule_id, top, state, files, bytes, since)
    SELECT new.rule_id, top, new.state, 1, new.size_bytes, coalesce(new.settled_at, new.first_seen_at)
    FROM watch_folders WHERE id = new.folder_id
    ON CONFLICT (rule_id, top, state) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes,
      since = iif(files = 0, excluded.since, since);
END;
CREATE TRIGGER watch_files_moved AFTER UPDATE OF state, size_bytes, issue ON watch_files
WHEN new.state <> old.state OR new.size_bytes <> old.size_bytes OR new.issue IS NOT old.issue BEGIN
  UPDATE watch_totals SET files = files - 1, bytes = bytes - old.size_bytes, found = found - (old.issue IS NOT NULL)
    WHERE rule_id = old.rule_id AND state = old.state
      AND top = (SELECT top FROM watch_folders WHERE id = old.folder_id);
  INSERT INTO watch_totals (rule_id, top, state, files, bytes, since, found)
    SELECT new.rule_id, top, new.state, 1, new.size_bytes, coalesce(new.settled_at, new.first_seen_at), new.issue IS NOT NULL
    FROM watch_folders WHERE id = new.folder_id
    ON CONFLICT (rule_id, top, state) DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes,
      since = iif(files = 0, excluded.since, since), found = found + excluded.found;
END;
CREATE TRIGGER watch_files_gone AFTER UPDATE OF gone_at ON watch_files
WHEN (new.gone_at IS NULL) <> (old.gone_at IS NULL) BEGIN
  UPDATE watch_folders SET present = present + (new.gone_at IS NULL) - (old.gone_at IS NULL) WHERE id = new.folder_id;
END;
`;

/** By which fields of the rule, and which version of its CSV, the custodians of renamed files were last compared, in JSON. */
export const custodiansComparedBy = 'ALTER TABLE watch_rules ADD COLUMN custodians_compared_by TEXT;';

/** JSON of a WatchedRoot: the folder that the last complete scan read. */
export const watchedRoot = 'ALTER TABLE watch_rules ADD COLUMN root TEXT;';
