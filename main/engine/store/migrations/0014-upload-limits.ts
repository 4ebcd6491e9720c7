/** JSON of the limits that the command line was given for an upload. The window has its own, for all uploads. */
export const sql = `
ALTER TABLE uploads ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
`;
