/**
 * What trying passwords on a locked file gave: the outcome only. No password is stored, nor anything that was made of one.
 * `reason`: why it can't be tried, or the system's code.
 */
export const sql = `
CREATE TABLE password_trials (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  status TEXT NOT NULL,
  reason TEXT
) STRICT;
-- How many passwords a person entered for an upload
ALTER TABLE uploads ADD COLUMN passwords INTEGER NOT NULL DEFAULT 0;
`;
