/**
 * When a person started an upload: null for a draft, which nothing may send. An upload that has sent anything, or was
 * stopped while sending, was started. One that was only scanned can't be told from a draft, so it is one.
 */
export const sql = `
ALTER TABLE uploads ADD COLUMN started_at TEXT;
UPDATE uploads SET started_at = coalesce(
  (SELECT min(at) FROM events WHERE events.upload_id = uploads.id AND type = 'upload-started'),
  CASE WHEN state IN ('uploading', 'paused', 'finished') THEN created_at END
);
`;
