/** Names as a search sees them, where lower case is not enough (preload/contract/fold-text.ts). */
export const sql = `
ALTER TABLE items ADD COLUMN name_folded TEXT;
UPDATE items SET name_folded = folded(name) WHERE octet_length(name) > length(name);
`;
