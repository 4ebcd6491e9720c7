/** The public halves of the keys that signed receipts here, so that a lost or swapped key shows. */
export const sql = `
CREATE TABLE signing_keys (
  fingerprint TEXT PRIMARY KEY,
  storage TEXT NOT NULL,
  public_key TEXT NOT NULL,
  first_used_at TEXT NOT NULL
) STRICT;
`;
