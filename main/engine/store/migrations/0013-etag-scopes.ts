/** Which host and encryption a part's ETag is of: what is known of one host's ETags says nothing about another's. */
export const sql = `
-- Null in parts that an earlier version sent.
ALTER TABLE parts ADD COLUMN etag_scope TEXT;
`;
