/** What was requested from the platform, what it acknowledged, and what the line to it gave. */
export const transfer = `
-- Many small files that are sent as one source file. bytes and acknowledged_bytes are those of the members' content.
CREATE TABLE packs (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
  number INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'held', 'closed')),
  items INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  acknowledged_bytes INTEGER NOT NULL DEFAULT 0,
  -- The pack's own; null until its parts are all known
  size_bytes INTEGER,
  custodian TEXT,
  UNIQUE (upload_id, number)
) STRICT;
CREATE INDEX packs_open ON packs (upload_id, number) WHERE state = 'open';
CREATE INDEX packs_by_root ON packs (root_id);

-- Hashes and times are those of what was sent.
CREATE TABLE pack_members (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  pack_id INTEGER NOT NULL REFERENCES packs ON DELETE CASCADE,
  part INTEGER NOT NULL,
  crc32 INTEGER,
  sha1 TEXT,
  md5 TEXT,
  sha256 TEXT,
  ctime_ns INTEGER,
  born_ns INTEGER
) STRICT;
CREATE INDEX pack_members_by_part ON pack_members (pack_id, part);

CREATE TABLE source_files (
  id INTEGER PRIMARY KEY,
  item_id INTEGER REFERENCES items ON DELETE CASCADE,
  pack_id INTEGER REFERENCES packs ON DELETE CASCADE,
  requested_at TEXT NOT NULL,
  platform_id INTEGER,
  part_size_bytes INTEGER NOT NULL,
  part_count INTEGER NOT NULL,
  -- Which version of its file it is sent from: see sources/file-version.ts
  file_version TEXT,
  sha1 TEXT,
  md5 TEXT,
  sha256 TEXT,
  hashed_bytes INTEGER NOT NULL DEFAULT 0,
  hash_state BLOB,
  sha256_state BLOB,
  completion_requested_at TEXT,
  completed_at TEXT,
  answer_state TEXT,
  abandoned INTEGER NOT NULL DEFAULT 0,
  CHECK ((item_id IS NULL) <> (pack_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX source_files_current ON source_files (item_id) WHERE abandoned = 0;
CREATE UNIQUE INDEX source_files_of_pack ON source_files (pack_id) WHERE abandoned = 0 AND pack_id IS NOT NULL;
-- Not partial: when an item is deleted, SQLite looks up its source files and can't use a partial index.
CREATE INDEX source_files_by_item ON source_files (item_id);
CREATE INDEX source_files_by_pack ON source_files (pack_id);
-- Before a new source file is used, its ID is looked up: the platform must not give one to two files.
CREATE INDEX source_files_by_platform_id ON source_files (platform_id);

CREATE TABLE parts (
  source_file_id INTEGER NOT NULL REFERENCES source_files ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  acknowledged_at TEXT NOT NULL,
  -- 'md5:' or 'crc32:' and hexadecimal; null in parts of packs, whose members have their own, and where nothing is checked
  digest TEXT,
  PRIMARY KEY (source_file_id, number)
) STRICT, WITHOUT ROWID;

-- What one connection to a platform's part host gives, so that a run after a kill starts with what is known.
CREATE TABLE line_speeds (
  server_url TEXT PRIMARY KEY,
  bytes_per_second REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- What the last uploads measured of the line to each platform, for forecasts.
CREATE TABLE line_measurements (
  id INTEGER PRIMARY KEY,
  server_url TEXT NOT NULL,
  measured_at TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- In which nothing but the line held the upload back
  seconds REAL NOT NULL
) STRICT;
CREATE INDEX line_measurements_by_server ON line_measurements (server_url, id);
`;

/** Files that are being sent by themselves: their acknowledged parts are added up several times a second. */
export const sourceFilesSending = `
CREATE INDEX source_files_sending ON source_files (item_id)
  WHERE abandoned = 0 AND completed_at IS NULL AND item_id IS NOT NULL;
`;
