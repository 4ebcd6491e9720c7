/** What was found out about direct links before they were handed over. */
export const sql = `
CREATE TABLE link_checks (
  item_id INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
  checked_at TEXT NOT NULL,
  -- Null if the host didn't say
  size_bytes INTEGER,
  -- JSON of LinkWarning[]
  warnings TEXT NOT NULL
) STRICT;
`;
