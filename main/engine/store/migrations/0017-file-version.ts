/** Which version of its file a source file is sent from: see sources/file-version.ts. Null in those of earlier versions. */
export const sql = 'ALTER TABLE source_files ADD COLUMN file_version TEXT;';
