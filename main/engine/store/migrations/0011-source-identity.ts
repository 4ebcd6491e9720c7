/** Which volume each root was at the scan, and which sources an upload waits for. */
export const sql = `
-- Of the scan. Null in uploads that an earlier version scanned.
ALTER TABLE roots ADD COLUMN device INTEGER;
ALTER TABLE roots ADD COLUMN file_id INTEGER;
-- JSON of UnavailableSource[] while a run waits
ALTER TABLE uploads ADD COLUMN unavailable_sources TEXT NOT NULL DEFAULT '[]';
`;
