/**
 * Several rules that name custodians instead of one; what was assigned by hand, which can be undone; custodians of single
 * files. `manual_custodian` of a folder stays what applies to it; `assigned_custodian` is what was assigned to this very
 * folder, and so to everything below it without an assignment of its own.
 */
export const sql = `
UPDATE uploads SET request = json_set(request, '$.custodianRules', json('[]'), '$.custodianNames', json('[]'),
  '$.leaveUnassigned', json('false'));
UPDATE uploads SET request = json_set(request, '$.custodianRules', json_array(json_extract(request, '$.custodianRule')))
  WHERE request ->> '$.custodianRule.kind' = 'folder';
UPDATE uploads SET request = json_remove(request, '$.custodianRule');
-- The rules changed and are not applied to every folder yet.
ALTER TABLE uploads ADD COLUMN custodians_pending INTEGER NOT NULL DEFAULT 0;

ALTER TABLE folders ADD COLUMN rule_from TEXT;
UPDATE folders SET rule_from = 'folder' WHERE rule_custodian IS NOT NULL;
ALTER TABLE folders ADD COLUMN assigned_custodian TEXT;
UPDATE folders SET assigned_custodian = manual_custodian
  WHERE manual_custodian IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM folders AS parent WHERE parent.root_id = folders.root_id AND folders.path <> ''
      AND parent.path_key = CAST(rtrim(rtrim(folders.path, replace(folders.path, '/', '')), '/') AS BLOB)
      AND parent.manual_custodian = folders.manual_custodian);

-- Where a rule names a file and not its folder
ALTER TABLE items ADD COLUMN rule_custodian TEXT;
ALTER TABLE items ADD COLUMN rule_from TEXT;
CREATE INDEX items_by_rule_custodian ON items (folder_id) WHERE rule_custodian IS NOT NULL;
CREATE INDEX items_by_custodian ON items (folder_id) WHERE custodian IS NOT NULL;

-- Rows of a CSV, by the SHA-1 of the file: [[line, path, custodian]]
CREATE TABLE custodian_maps (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  sha1 TEXT NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (upload_id, sha1)
) STRICT, WITHOUT ROWID;

-- Changes of a draft's custodians, to be undone and redone
CREATE TABLE custodian_changes (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  change TEXT NOT NULL,
  PRIMARY KEY (upload_id, seq)
) STRICT, WITHOUT ROWID;
`;
