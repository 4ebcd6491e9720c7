/** What the last uploads measured of the line to each platform, for forecasts. */
export const sql = `
CREATE TABLE line_measurements (
  id INTEGER PRIMARY KEY,
  server_url TEXT NOT NULL,
  measured_at TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  -- In which nothing but the line held the upload back
  seconds REAL NOT NULL
) STRICT;
CREATE INDEX line_measurements_by_server ON line_measurements (server_url, id);
`;
