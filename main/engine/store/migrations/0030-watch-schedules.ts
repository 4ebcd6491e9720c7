/** The schedule of a watched folder is a list of hours. */
export const sql = `
UPDATE watch_rules SET rule = json_set(rule, '$.schedule', json_array(json_extract(rule, '$.schedule')))
  WHERE json_type(rule, '$.schedule') = 'object';
`;
