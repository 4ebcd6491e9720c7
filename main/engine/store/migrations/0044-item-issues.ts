/**
 * What a person has to look at stays with each file: the worst of what was found of it (preload/contract/exception.ts), and
 * how many files of an upload have it, by state. The triggers keep the counts.
 */
export const sql = `
ALTER TABLE items ADD COLUMN issue TEXT;
CREATE INDEX items_with_issues ON items (upload_id, id) WHERE issue IS NOT NULL;
CREATE TABLE issue_totals (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  state TEXT NOT NULL,
  issue TEXT NOT NULL,
  items INTEGER NOT NULL,
  PRIMARY KEY (upload_id, state, issue)
) STRICT, WITHOUT ROWID;
WITH found AS (
  SELECT item_id, min(CASE
      WHEN code IN ('damaged', 'segment-missing', 'image-hash-differs', 'hash-mismatch') THEN 0
      WHEN code = 'encrypted' THEN 1
      WHEN code = 'empty' THEN 2
      WHEN code = 'not-a-file' THEN 4
      ELSE 3 END) AS rank
  FROM findings
  WHERE item_id IS NOT NULL
    AND code IN ('damaged', 'segment-missing', 'image-hash-differs', 'hash-mismatch', 'encrypted', 'empty', 'not-a-file',
      'unreadable', 'locked', 'changed', 'cloud-only', 'check-exceeded', 'not-checked')
    AND NOT (code = 'encrypted' AND EXISTS (
      SELECT 1 FROM password_trials WHERE password_trials.item_id = findings.item_id AND status = 'opened'))
  GROUP BY item_id
)
UPDATE items SET issue = CASE rank
    WHEN 0 THEN 'damaged' WHEN 1 THEN 'locked' WHEN 2 THEN 'empty' WHEN 3 THEN 'unchecked' ELSE 'not-a-file' END
  FROM found WHERE items.id = found.item_id;
INSERT INTO issue_totals SELECT upload_id, state, issue, count(*) FROM items WHERE issue IS NOT NULL GROUP BY 1, 2, 3;
CREATE TRIGGER items_issue_changed AFTER UPDATE OF state, issue ON items
WHEN (old.issue IS NOT NULL OR new.issue IS NOT NULL) AND (old.state <> new.state OR old.issue IS NOT new.issue) BEGIN
  UPDATE issue_totals SET items = items - 1
    WHERE upload_id = old.upload_id AND state = old.state AND issue = old.issue;
  INSERT INTO issue_totals SELECT new.upload_id, new.state, new.issue, 1 WHERE new.issue IS NOT NULL
    ON CONFLICT (upload_id, state, issue) DO UPDATE SET items = items + 1;
END;
`;
