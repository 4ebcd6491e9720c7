/**
 * What a person chose to send. `choice`: by hand, 'selected' or 'deselected'; null where the rules decide. That of a
 * folder is repeated in every folder below it; an item's own overrides it.
 *
 * `selection_pending`: the request has other rules than those that were applied to the items.
 * `segments`: the files of evidence that comes in several; `first_item_id` identifies the set.
 * `file_hashes`: of files that were read before sending, because a person asked for it.
 */
export const sql = `
ALTER TABLE folders ADD COLUMN choice TEXT;
ALTER TABLE items ADD COLUMN choice TEXT;
CREATE INDEX items_chosen ON items (folder_id) WHERE choice IS NOT NULL;
ALTER TABLE uploads ADD COLUMN selection_pending INTEGER NOT NULL DEFAULT 0;
CREATE TABLE segments (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  first_item_id INTEGER NOT NULL,
  -- Of the whole set
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX segments_by_set ON segments (first_item_id);
CREATE TABLE file_hashes (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  sha1 BLOB NOT NULL,
  md5 BLOB NOT NULL,
  sha256 BLOB
) STRICT;
CREATE INDEX file_hashes_by_sha1 ON file_hashes (sha1);
CREATE INDEX file_hashes_by_md5 ON file_hashes (md5);
CREATE INDEX file_hashes_by_sha256 ON file_hashes (sha256);
`;
