/** For the number of folders that could not be read, which every view of an upload shows. */
export const sql = `
CREATE INDEX items_unread_folders ON items (upload_id, folder_id)
  WHERE state = 'failed' AND reason ->> '$.code' = 'folder-unreadable';
`;
