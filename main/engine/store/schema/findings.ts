/** What was found out about an upload's files and links before they are sent, and what a person chose to send. */
export const findings = `
-- severity: 0 error, 1 warning, 2 info, so that the index has the worst first.
CREATE TABLE findings (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  item_id INTEGER REFERENCES items ON DELETE CASCADE,
  -- Null where it is about an item
  path TEXT,
  code TEXT NOT NULL,
  severity INTEGER NOT NULL,
  -- JSON
  details TEXT NOT NULL
) STRICT;
CREATE INDEX findings_by_code ON findings (upload_id, severity, code);
CREATE INDEX findings_by_item ON findings (item_id);

-- What a scan that was interrupted found about files, until the scan that repeats it finds the same files.
CREATE TABLE kept_inspections (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  -- Root, folder, and name, exact, separated by NUL
  path BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  mtime_era INTEGER NOT NULL,
  device INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  type TEXT,
  -- JSON of the columns that are stored again
  findings TEXT NOT NULL,
  folders TEXT NOT NULL,
  PRIMARY KEY (upload_id, path)
) STRICT, WITHOUT ROWID;

-- Folders inside containers. A path ends with a slash. Custodians are null where the container's own applies.
CREATE TABLE container_folders (
  item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
  path TEXT NOT NULL,
  -- As programs spell it that don't guess the encoding of its name
  other_path TEXT,
  -- Its name can be read in several ways
  is_doubtful INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  rule_custodian TEXT,
  manual_custodian TEXT,
  PRIMARY KEY (item_id, path)
) STRICT, WITHOUT ROWID;
-- For the custodian of a folder inside a container, which the nearest assignment above it decides.
CREATE INDEX container_folders_assigned ON container_folders (item_id, path) WHERE manual_custodian IS NOT NULL;

-- Files of evidence that comes in several.
CREATE TABLE segments (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  -- Identifies the set
  first_item_id INTEGER NOT NULL,
  -- Those of the whole set
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX segments_by_set ON segments (first_item_id);

-- Of files that were read before sending, because a person asked for it.
CREATE TABLE file_hashes (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  sha1 BLOB NOT NULL,
  md5 BLOB NOT NULL,
  sha256 BLOB NOT NULL
) STRICT;
CREATE INDEX file_hashes_by_sha1 ON file_hashes (sha1);
CREATE INDEX file_hashes_by_md5 ON file_hashes (md5);
CREATE INDEX file_hashes_by_sha256 ON file_hashes (sha256);

-- What trying passwords on a locked file gave. No password is stored, nor anything that was made of one.
CREATE TABLE password_trials (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  status TEXT NOT NULL,
  -- Why it can't be tried, or the system's code
  reason TEXT
) STRICT;

-- Choices by hand of a draft, to be undone and redone
CREATE TABLE selection_changes (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  change TEXT NOT NULL,
  PRIMARY KEY (upload_id, seq)
) STRICT, WITHOUT ROWID;

-- What was found out about direct links before they were handed over.
CREATE TABLE link_checks (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  checked_at TEXT NOT NULL,
  -- Null if the host didn't say
  size_bytes INTEGER,
  -- JSON of LinkWarning[]
  warnings TEXT NOT NULL
) STRICT;

-- The servers of direct links that a person confirmed before this computer asked them anything.
CREATE TABLE confirmed_link_hosts (
  -- Scheme, host, and port, as a URL's origin
  origin TEXT PRIMARY KEY,
  confirmed_at TEXT NOT NULL
) STRICT;
`;

/** Whether the platform got the password that opened a file: it is in no store, so a process that ends takes it along. */
export const sentPasswords = 'ALTER TABLE password_trials ADD COLUMN is_sent INTEGER NOT NULL DEFAULT 0;';
