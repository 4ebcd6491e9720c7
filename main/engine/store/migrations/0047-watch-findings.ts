/**
 * What was found of a file stays with its row in the ledger of a watched folder, once the outcome of its upload is known; `found`
 * counts those files. A rule may hold files for a person, and has a file of passwords.
 */
export const sql = `
ALTER TABLE watch_files ADD COLUMN issue TEXT;
UPDATE watch_files SET issue = items.issue FROM items WHERE items.id = watch_files.item_id AND items.issue IS NOT NULL;
CREATE INDEX watch_files_found ON watch_files (rule_id, id) WHERE issue IS NOT NULL;
ALTER TABLE watch_totals ADD COLUMN found INTEGER NOT NULL DEFAULT 0;
UPDATE watch_totals SET found = counted.files FROM (
    SELECT file.rule_id AS rule_id, top, state, count(*) AS files
    FROM watch_files AS file JOIN watch_folders AS folder ON folder.id = file.folder_id
    WHERE issue IS NOT NULL GROUP BY 1, 2, 3) AS counted
  WHERE counted.rule_id = watch_totals.rule_id AND counted.top = watch_totals.top AND counted.state = watch_totals.state;
DROP TRIGGER watch_files_moved;
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
UPDATE watch_rules SET rule = json_set(rule, '$.passwordFile', NULL, '$.hold', json('[]'));
`;
