/** The servers of direct links that a person confirmed before this computer asked them anything. */
export const sql = `
CREATE TABLE confirmed_link_hosts (
  -- Scheme, host, and port, as a URL's origin
  origin TEXT PRIMARY KEY,
  confirmed_at TEXT NOT NULL
) STRICT;
`;
