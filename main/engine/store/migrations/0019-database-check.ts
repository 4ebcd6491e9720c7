/**
 * When the upload passed the database check, which a person may have had to confirm. Uploads of earlier versions that
 * were started are sent on as before.
 */
export const sql = `
ALTER TABLE uploads ADD COLUMN database_checked_at TEXT;
UPDATE uploads SET database_checked_at = started_at;
`;
