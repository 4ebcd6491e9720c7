/**
 * `logged_to`: the log has the inventory of the items up to this ID. `scanned`: the identity that it has of an item, as JSON,
 * where a retry found another one.
 */
export const sql = `
ALTER TABLE uploads ADD COLUMN logged_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN scanned TEXT;
`;
