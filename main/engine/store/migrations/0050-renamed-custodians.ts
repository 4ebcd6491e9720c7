/**
 * The custodian of a file that was renamed after it was sent is the one that was sent. `other_custodian`: JSON of that one and of
 * the one that the rule names at the new path, where they differ. `custodian_compared`: whether they were compared.
 */
export const sql = `
ALTER TABLE watch_files ADD COLUMN custodian_compared INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watch_files ADD COLUMN other_custodian TEXT;
CREATE INDEX watch_files_uncompared ON watch_files (rule_id, id) WHERE state = 'renamed' AND custodian_compared = 0;
CREATE INDEX watch_files_other_custodian ON watch_files (rule_id, id) WHERE other_custodian IS NOT NULL;
DROP INDEX watch_files_found;
CREATE INDEX watch_files_found ON watch_files (rule_id, id) WHERE issue IS NOT NULL OR other_custodian IS NOT NULL;
`;
