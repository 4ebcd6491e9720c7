/** What the window needs: the folder tree with its sums and custodians by hand, and named settings. */
export const sql = `
ALTER TABLE folders ADD COLUMN custodian_by_hand TEXT;
ALTER TABLE folders ADD COLUMN items INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE folders SET
  items = (SELECT count(*) FROM items WHERE folder_id = folders.id),
  bytes = (SELECT coalesce(sum(size_bytes), 0) FROM items WHERE folder_id = folders.id);
DROP INDEX folders_by_root;
CREATE INDEX folders_by_path ON folders (root_id, path);

CREATE TABLE templates (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL
) STRICT;
`;
