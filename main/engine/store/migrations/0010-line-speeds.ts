/** What one connection to a platform's part host gives, so that a run after a kill starts with what is known. */
export const sql = `
CREATE TABLE line_speeds (
  server_url TEXT PRIMARY KEY,
  bytes_per_second REAL NOT NULL
) STRICT, WITHOUT ROWID;
`;
