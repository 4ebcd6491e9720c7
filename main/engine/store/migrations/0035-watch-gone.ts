/** What failed, or waited for a person, and is no longer in its watched folder: nobody has to look at it. */
export const sql = `
UPDATE watch_files SET state = 'gone'
  WHERE gone_at IS NOT NULL AND (state = 'failed' OR (state IN ('settling', 'settled', 'held') AND batch_id IS NULL));
`;
