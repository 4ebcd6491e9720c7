/** SQL: whether a version of a file has `@search` in its path, or as its SHA-256. A search is folded like the names it is compared with. */
export const isFound = `(instr(coalesce(file.name_folded, lower(file.name)), @search) > 0
  OR instr(lower(folder.path) || '/' || coalesce(file.name_folded, lower(file.name)), @search) > 0
  OR (length(@search) = 64 AND hex(file.sha256) = upper(@search)))`;
