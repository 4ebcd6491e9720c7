/** SQL: whether a version of a file has `@search` in its path, or as its SHA-256. A search is folded like the names it is compared with. */
export const isFound = `(instr(coalesce(file.name_folded, lower(file.name)), @search) > 0
  OR instr(lower(folder.path) || '/' || coalesce(file.name_folded, lower(file.name)), @search) > 0
  OR (length(@search) = 64 AND hex(file.sha256) = upper(@search)))`;

/** As in the index. */
export const hasFindings = '(issue IS NOT NULL OR other_custodian IS NOT NULL)';
const isSentWithFindings = `state IN ('sent', 'renamed') AND ${hasFindings}`;

/** What a person has to look at: files that failed, need review, or were sent although something was found. */
export const isException = `(file.state IN ('failed', 'held') OR ${isSentWithFindings})`;

/** The IDs of all such files, each kind by its index. `condition`: on `file`. */
export const exceptionIds = (condition: string): string =>
  [
    ...['failed', 'held'].map(
      (state) =>
        `SELECT id FROM watch_files AS file INDEXED BY watch_files_by_state WHERE ${condition} AND state = '${state}'`,
    ),
    `SELECT id FROM watch_files AS file INDEXED BY watch_files_found WHERE ${condition} AND ${isSentWithFindings}`,
  ].join(' UNION ALL ');
