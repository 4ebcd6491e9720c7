/**
 * A state of its own for links that were handed to the platform: until now they counted as accepted.
 *
 * SQLite can't change a CHECK, so the table is copied. Foreign keys are off meanwhile: dropping the old table would
 * otherwise delete everything that refers to it.
 */
export const sql = `
CREATE TABLE new_items (
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
  state TEXT NOT NULL CHECK (state = 'queued' OR state = 'uploading' OR state = 'accepted' OR state = 'handedOver'
    OR state = 'skipped' OR state = 'failed' OR state = 'held'),
  -- JSON of a Reason
  reason TEXT
) STRICT;
INSERT INTO new_items SELECT id, upload_id, folder_id, name, name_bytes, link, link_has_secret, size_bytes, mtime_ns,
  device, file_id, custodian, CASE WHEN state = 'accepted' AND link IS NOT NULL THEN 'handedOver' ELSE state END, reason
  FROM items;
DROP TABLE items;
ALTER TABLE new_items RENAME TO items;
CREATE INDEX items_open ON items (upload_id, state, id) WHERE state IN ('queued', 'uploading');
CREATE INDEX items_with_problems ON items (upload_id, id) WHERE state = 'skipped' OR state = 'failed' OR state = 'held';
CREATE INDEX items_by_folder ON items (folder_id);

INSERT INTO totals (upload_id, state, items, bytes)
  SELECT upload_id, 'handedOver', count(*), 0 FROM items WHERE state = 'handedOver' GROUP BY upload_id;
UPDATE totals SET items = totals.items - handed.items FROM totals AS handed
  WHERE handed.upload_id = totals.upload_id AND handed.state = 'handedOver' AND totals.state = 'accepted';
`;
