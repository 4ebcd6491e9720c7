/** Before a new source file is used, its ID is looked up: the platform must not give one to two files. */
export const sql = `
CREATE INDEX source_files_by_platform_id ON source_files (platform_id);
`;
