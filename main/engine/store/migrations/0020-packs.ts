/**
 * Packs: many small files that are sent as one source file. `source_files` now belong to an item or to a pack. SQLite
 * can't change a column's constraint, so the table is copied; foreign keys are off meanwhile.
 *
 * `bytes` and `acknowledged_bytes` are those of the members' content, as in the totals; `size_bytes` is the pack's own, and
 * null until its parts are all known. A member's hashes are those of what was sent.
 */
export const sql = `
CREATE TABLE packs (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  root_id INTEGER NOT NULL REFERENCES roots ON DELETE CASCADE,
  number INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'held', 'closed')),
  items INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  acknowledged_bytes INTEGER NOT NULL DEFAULT 0,
  size_bytes INTEGER,
  custodian TEXT,
  UNIQUE (upload_id, number)
) STRICT;
CREATE INDEX packs_open ON packs (upload_id, number) WHERE state = 'open';
CREATE INDEX packs_by_root ON packs (root_id);

CREATE TABLE pack_members (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  pack_id INTEGER NOT NULL REFERENCES packs ON DELETE CASCADE,
  part INTEGER NOT NULL,
  crc32 INTEGER,
  sha1 TEXT,
  md5 TEXT
) STRICT;
CREATE INDEX pack_members_by_part ON pack_members (pack_id, part);

CREATE TABLE new_source_files (
  id INTEGER PRIMARY KEY,
  item_id INTEGER REFERENCES items ON DELETE CASCADE,
  pack_id INTEGER REFERENCES packs ON DELETE CASCADE,
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
  abandoned INTEGER NOT NULL DEFAULT 0,
  file_version TEXT,
  CHECK ((item_id IS NULL) <> (pack_id IS NULL))
) STRICT;
INSERT INTO new_source_files SELECT id, item_id, NULL, requested_at, platform_id, part_size_bytes, part_count, sha1, md5,
  hashed_bytes, hash_state, completion_requested_at, completed_at, answer_state, abandoned, file_version
  FROM source_files;
DROP TABLE source_files;
ALTER TABLE new_source_files RENAME TO source_files;
CREATE UNIQUE INDEX source_files_current ON source_files (item_id) WHERE abandoned = 0;
CREATE UNIQUE INDEX source_files_of_pack ON source_files (pack_id) WHERE abandoned = 0 AND pack_id IS NOT NULL;
CREATE INDEX source_files_by_item ON source_files (item_id);
CREATE INDEX source_files_by_pack ON source_files (pack_id);
CREATE INDEX source_files_by_platform_id ON source_files (platform_id);

-- Items up to this ID were considered for packs.
ALTER TABLE uploads ADD COLUMN packed_to INTEGER NOT NULL DEFAULT 0;
`;
